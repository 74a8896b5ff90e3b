package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.plan.Chunks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How small filters are cut for a relay.
 *
 * @param bytes serialised values of one filter
 * @param values of a tag in one filter
 * @param halved filters that were refused as they are
 */
record FilterCut(int bytes, int values, Set<Filter> halved) {
    /** As they are. */
    static final FilterCut NONE = new FilterCut(Integer.MAX_VALUE, Integer.MAX_VALUE, Set.of());

    FilterCut {
        halved = Set.copyOf(halved);
    }

    FilterCut to(int maxBytes, int maxValues) {
        return new FilterCut(maxBytes, maxValues, halved);
    }

    FilterCut halving(Filter filter) {
        Set<Filter> more = new HashSet<>(halved);
        more.add(filter);
        return new FilterCut(bytes, values, more);
    }

    /** What was cut in halves may be tried whole again. */
    FilterCut whole() {
        return new FilterCut(bytes, values, Set.of());
    }

    List<Filter> parts(Filter filter) {
        List<Filter> parts = new ArrayList<>();
        Chunks.of(filter, bytes, values).forEach(chunk -> add(parts, chunk));
        return parts;
    }

    private void add(List<Filter> parts, Filter chunk) {
        if (halved.contains(chunk)) {
            Chunks.halves(chunk).forEach(half -> add(parts, half));
        } else {
            parts.add(chunk);
        }
    }
}
