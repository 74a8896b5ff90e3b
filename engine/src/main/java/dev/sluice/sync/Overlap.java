package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import java.util.List;
import java.util.function.Supplier;

/** The bases that have something in common with some filters; worked out anew when either changes. One thread uses it. */
final class Overlap {
    private final Supplier<List<Filter>> filters;

    // mutable state
    private List<Filter> lastFilters = List.of();
    private List<Base> lastBases = List.of();
    private List<Base> overlapping = List.of();

    /** @param filters from any thread */
    Overlap(Supplier<List<Filter>> filters) {
        this.filters = filters;
    }

    List<Base> of(List<Base> bases) {
        List<Filter> now = filters.get();
        if (!now.equals(lastFilters) || !bases.equals(lastBases)) {
            lastFilters = now;
            lastBases = bases;
            overlapping = bases.stream()
                    .filter(base -> now.stream().anyMatch(filter -> filter.overlaps(base.filter())))
                    .toList();
        }
        return overlapping;
    }
}
