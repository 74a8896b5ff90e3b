package dev.sluice.sync;

import dev.sluice.nostr.EventId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Ids that a relay lists and did not send when asked: asked again in small passes, for as long as some of them come. Pure.
 * Bounds as RULES 8.4.
 */
final class Recovery {
    /** Ids in one pass. */
    static final int PASS = 300;

    /** Source batches that are kept; above that the oldest is given up. */
    static final int BATCHES = 16;

    /** Passes in a row that brought nothing, after which the rest is taken to be unavailable. */
    static final int FRUITLESS = 12;

    private final Deque<Set<EventId>> batches = new ArrayDeque<>();

    // mutable state
    private long evicted;
    private int fruitless;

    /** What one batch of requests left open; ids that are here already count once. */
    void add(Collection<EventId> missing) {
        Set<EventId> batch = new LinkedHashSet<>(missing);
        batches.forEach(batch::removeAll);
        if (!batch.isEmpty()) {
            batches.addLast(batch);
        }
        if (batches.size() > BATCHES) {
            evicted += batches.removeFirst().size();
        }
    }

    /** The ids to ask for next, oldest first; empty when nothing is left or nothing helps. */
    List<EventId> next() {
        List<EventId> pass = new ArrayList<>();
        if (fruitless >= FRUITLESS) {
            return pass;
        }
        for (Set<EventId> batch : batches) {
            Iterator<EventId> ids = batch.iterator();
            while (ids.hasNext() && pass.size() < PASS) {
                pass.add(ids.next());
            }
        }
        return pass;
    }

    /** How a pass went: what came is done with, what did not goes behind the rest. */
    void passed(List<EventId> asked, Set<EventId> came) {
        fruitless = came.isEmpty() ? fruitless + 1 : 0;
        for (Set<EventId> batch : batches) {
            List<EventId> again = new ArrayList<>();
            for (EventId id : asked) {
                if (batch.remove(id) && !came.contains(id)) {
                    again.add(id);
                }
            }
            batch.addAll(again);
        }
        batches.removeIf(Set::isEmpty);
    }

    /** Ids that are still missing, those given up included. */
    long missing() {
        return evicted + batches.stream().mapToLong(Set::size).sum();
    }
}
