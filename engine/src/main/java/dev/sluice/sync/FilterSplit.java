package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Cuts a filter into two that together match the same events. */
final class FilterSplit {

    private FilterSplit() {}

    /** Two halves by kind, else by author, else by the values of a tag; none when there is nothing to cut. */
    static List<Filter> halves(Filter filter) {
        Set<Integer> kinds = filter.kinds();
        if (kinds != null && kinds.size() > 1) {
            return cut(kinds).stream().map(filter::withKinds).toList();
        }
        var authors = filter.authors();
        if (authors != null && authors.size() > 1) {
            return cut(authors).stream().map(filter::withAuthors).toList();
        }
        for (Map.Entry<Character, Set<String>> tag : filter.tags().entrySet()) {
            if (tag.getValue().size() > 1) {
                return cut(tag.getValue()).stream()
                        .map(values -> filter.withTag(tag.getKey(), values))
                        .toList();
            }
        }
        return List.of();
    }

    private static <T> List<Set<T>> cut(Set<T> values) {
        List<T> all = new ArrayList<>(values);
        int middle = all.size() / 2;
        return List.of(
                new LinkedHashSet<>(all.subList(0, middle)), new LinkedHashSet<>(all.subList(middle, all.size())));
    }
}
