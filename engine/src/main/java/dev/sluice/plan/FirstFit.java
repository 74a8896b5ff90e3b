package dev.sluice.plan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Puts each chunk into the first group with room. What came earlier is never moved, so the groups of the first chunks are
 * those that they would have without the others.
 */
final class FirstFit {
    private final Bounds bounds;
    private final List<Filling> all = new ArrayList<>();
    private final List<Filling> open = new ArrayList<>();
    private final List<Filling> apart = new ArrayList<>();

    private FirstFit(Bounds bounds) {
        this.bounds = bounds;
    }

    static List<Group> pack(List<Chunk> chunks, Bounds bounds) {
        FirstFit fit = new FirstFit(bounds);
        chunks.forEach(fit::add);
        return fit.all.stream().map(filling -> new Group(filling.chunks)).toList();
    }

    private void add(Chunk chunk) {
        List<Filling> candidates = chunk.isAlone() ? apart : open;
        Iterator<Filling> each = candidates.iterator();
        while (each.hasNext()) {
            Filling filling = each.next();
            if (filling.bytes + chunk.bytes() <= bounds.payloadBytes()) {
                filling.add(chunk);
                if (isFull(filling)) {
                    each.remove();
                }
                return;
            }
        }
        Filling fresh = new Filling();
        fresh.add(chunk);
        all.add(fresh);
        if (!isFull(fresh)) {
            candidates.add(fresh);
        }
    }

    /** Groups with hardly any room are not looked at again: else many large chunks would take quadratic time. */
    private boolean isFull(Filling filling) {
        return filling.chunks.size() >= bounds.filters() || bounds.isFilled(filling.bytes);
    }

    private static final class Filling {
        private final List<Chunk> chunks = new ArrayList<>();
        private int bytes;

        void add(Chunk chunk) {
            chunks.add(chunk);
            bytes += chunk.bytes();
        }
    }
}
