package dev.sluice.plan;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Cuts a filter that is wanted as it stands: into itself, nearly always. */
final class WholeFilter {
    private final Demand demand;
    private final Bounds bounds;
    private final List<Filter> parts = new ArrayList<>();
    private final List<Oversized> oversized = new ArrayList<>();

    WholeFilter(Demand demand, Bounds bounds) {
        this.demand = demand;
        this.bounds = bounds;
        borne(demand.base()).ifPresent(this::split);
    }

    List<Filter> parts() {
        return parts;
    }

    List<Oversized> oversized() {
        return oversized;
    }

    /** Without the values that no filter can carry; nothing when a condition has no other. */
    private Optional<Filter> borne(Filter filter) {
        Filter borne = filter;
        for (Map.Entry<Character, Set<String>> tag : filter.tags().entrySet()) {
            Set<String> fitting = tag.getValue().stream().filter(this::fits).collect(Collectors.toSet());
            if (fitting.size() < tag.getValue().size()) {
                tag.getValue().stream().filter(value -> !fits(value)).forEach(this::report);
                borne = borne.withTag(tag.getKey(), fitting);
            }
        }
        return borne.matchesNothing() && !filter.matchesNothing() ? Optional.empty() : Optional.of(borne);
    }

    private boolean fits(String value) {
        return FilterBytes.of(value) <= bounds.chunkBytes();
    }

    private void report(String value) {
        oversized.add(new Oversized(demand.tier(), demand.family(), value, FilterBytes.of(value)));
    }

    /** Takes long values from the others, tag by tag. */
    private void split(Filter filter) {
        for (Map.Entry<Character, Set<String>> tag : filter.tags().entrySet()) {
            Set<String> others = tag.getValue().stream()
                    .filter(value -> !Cutter.isLong(value))
                    .collect(Collectors.toSet());
            if (tag.getValue().size() > 1 && others.size() < tag.getValue().size()) {
                tag.getValue().stream()
                        .filter(Cutter::isLong)
                        .forEach(value -> split(filter.withTag(tag.getKey(), Set.of(value))));
                if (!others.isEmpty()) {
                    split(filter.withTag(tag.getKey(), others));
                }
                return;
            }
        }
        int most = FilterBytes.of(filter) <= bounds.chunkBytes() ? bounds.chunkBytes() : bounds.share();
        Chunks.of(filter, most, bounds.values()).forEach(this::add);
    }

    private void add(Filter part) {
        int bytes = FilterBytes.of(part);
        List<Filter> halves = bytes > bounds.chunkBytes() ? Chunks.halves(part) : List.of();
        if (!halves.isEmpty()) {
            halves.forEach(this::add);
        } else if (bytes > bounds.chunkBytes()) {
            report(longest(part));
        } else {
            parts.add(part);
        }
    }

    /** Whether a relay may refuse everything that stands beside it. */
    static boolean hasLong(Filter filter) {
        return filter.tags().values().stream().flatMap(Set::stream).anyMatch(Cutter::isLong);
    }

    private static String longest(Filter filter) {
        return filter.tags().values().stream()
                .flatMap(Set::stream)
                .max(Comparator.comparingInt(FilterBytes::of))
                .orElse("");
    }
}
