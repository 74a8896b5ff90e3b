package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.plan.Chunk;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The bases that ask for something of what some chunks ask for: for a value of a family, or, where whole filters were cut
 * and not lists of values, for an event that both may match. Worked out anew when either changes. One thread uses it.
 */
final class Overlap {
    private final Supplier<List<Chunk>> chunks;

    // mutable state
    private List<Chunk> lastChunks = List.of();
    private List<Base> lastBases = List.of();
    private List<Base> overlapping = List.of();

    /** @param chunks from any thread */
    Overlap(Supplier<List<Chunk>> chunks) {
        this.chunks = chunks;
    }

    List<Base> of(List<Base> bases) {
        List<Chunk> now = chunks.get();
        if (!now.equals(lastChunks) || !bases.equals(lastBases)) {
            lastChunks = now;
            lastBases = bases;
            overlapping = overlapping(now, bases);
        }
        return overlapping;
    }

    /** The same for what is wanted. */
    static List<Base> of(Demands demands, List<Base> bases) {
        List<Filter> whole = new ArrayList<>();
        Map<String, Set<String>> values = new HashMap<>();
        for (Demand demand : demands.all()) {
            if (demand.field().isEmpty()) {
                whole.add(demand.base());
            } else {
                values.computeIfAbsent(demand.family(), family -> new HashSet<>())
                        .addAll(demand.values());
            }
        }
        return overlapping(whole, values, bases);
    }

    private static List<Base> overlapping(List<Chunk> chunks, List<Base> bases) {
        List<Filter> whole = new ArrayList<>();
        Map<String, Set<String>> values = new HashMap<>();
        for (Chunk chunk : chunks) {
            if (chunk.field().isEmpty()) {
                whole.add(chunk.filter());
            } else {
                values.computeIfAbsent(chunk.family(), family -> new HashSet<>())
                        .addAll(chunk.values());
            }
        }
        return overlapping(whole, values, bases);
    }

    private static List<Base> overlapping(List<Filter> whole, Map<String, Set<String>> values, List<Base> bases) {
        return bases.stream()
                .filter(base -> base.what().isAlone()
                        ? whole.stream().anyMatch(filter -> filter.overlaps(base.filter()))
                        : !Collections.disjoint(
                                values.getOrDefault(base.what().family(), Set.of()),
                                base.what().values()))
                .toList();
    }
}
