package dev.sluice.plan;

import dev.sluice.nostr.Filter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Packs filters into as few REQs as the ceilings allow. Pure. */
public final class Groups {

    private Groups() {}

    /**
     * First fit, the heaviest filter first. Equal filters are taken once. A filter that alone is above the budget gets a
     * REQ of its own.
     *
     * @param maxFilters filters in one REQ
     * @param maxBytes serialised values in one REQ
     */
    public static List<List<Filter>> pack(List<Filter> filters, int maxFilters, int maxBytes) {
        List<Filter> heaviestFirst = new ArrayList<>(new LinkedHashSet<>(filters));
        heaviestFirst.sort(Comparator.comparingInt((Filter filter) -> -FilterBytes.of(filter)));
        List<Group> groups = new ArrayList<>();
        for (Filter filter : heaviestFirst) {
            int bytes = FilterBytes.of(filter);
            Optional<Group> fitting = groups.stream()
                    .filter(group -> group.filters.size() < maxFilters && group.bytes + bytes <= maxBytes)
                    .findFirst();
            Group group = fitting.orElseGet(Group::new);
            group.add(filter, bytes);
            if (fitting.isEmpty()) {
                groups.add(group);
            }
        }
        return groups.stream().map(group -> List.copyOf(group.filters)).toList();
    }

    private static final class Group {
        private final List<Filter> filters = new ArrayList<>();
        private int bytes;

        void add(Filter filter, int more) {
            filters.add(filter);
            bytes += more;
        }
    }
}
