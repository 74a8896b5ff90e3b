package dev.sluice.intake;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the watches that an event meets without asking all of them: every filter stands under the values of its rarest
 * condition, so an event looks up its id, author, kind and tags and asks only who stands there. Any thread may call; an
 * event that is looked up after {@link #add} has returned meets the watch.
 */
final class FilterIndex {

    /** The key of filters without a condition on a value. */
    private static final Object EVERYTHING = "everything";

    private final Map<Object, Set<Watch>> watches = new ConcurrentHashMap<>();

    /** A value of a tag of one letter. */
    private record TagValue(char letter, String value) {}

    void add(Watch watch) {
        keys(watch).forEach(key -> watches.compute(key, (k, set) -> with(set, watch)));
    }

    void remove(Watch watch) {
        keys(watch).forEach(key -> watches.computeIfPresent(key, (k, set) -> without(set, watch)));
    }

    /** The watches that an event meets, each once. */
    Collection<Watch> matching(Event event) {
        if (watches.isEmpty()) {
            return List.of();
        }
        Set<Watch> candidates = new HashSet<>();
        collect(EVERYTHING, candidates);
        collect(event.id(), candidates);
        collect(event.pubkey(), candidates);
        collect(event.kind(), candidates);
        for (List<String> tag : event.tags()) {
            if (tag.size() > 1 && tag.get(0).length() == 1) {
                collect(new TagValue(tag.get(0).charAt(0), tag.get(1)), candidates);
            }
        }
        candidates.removeIf(watch -> !watch.matches(event));
        return candidates;
    }

    /** How many values are indexed. */
    int size() {
        return watches.size();
    }

    private void collect(Object key, Set<Watch> candidates) {
        Set<Watch> standing = watches.get(key);
        if (standing != null) {
            candidates.addAll(standing);
        }
    }

    private static Set<Watch> with(@Nullable Set<Watch> set, Watch watch) {
        Set<Watch> grown = set == null ? ConcurrentHashMap.newKeySet(1) : set;
        grown.add(watch);
        return grown;
    }

    private static @Nullable Set<Watch> without(Set<Watch> set, Watch watch) {
        set.remove(watch);
        return set.isEmpty() ? null : set;
    }

    private static List<Object> keys(Watch watch) {
        return watch.filters().stream()
                .filter(filter -> !filter.matchesNothing())
                .<Object>flatMap(FilterIndex::keys)
                .distinct()
                .toList();
    }

    /** Ids are rarest, then the tag with the fewest values, then authors, then kinds. */
    private static Stream<?> keys(Filter filter) {
        if (filter.ids() != null) {
            return filter.ids().stream();
        }
        if (!filter.tags().isEmpty()) {
            return tagKeys(filter);
        }
        if (filter.authors() != null) {
            return filter.authors().stream();
        }
        return filter.kinds() != null ? filter.kinds().stream() : Stream.of(EVERYTHING);
    }

    private static Stream<TagValue> tagKeys(Filter filter) {
        Map.Entry<Character, Set<String>> rarest = filter.tags().entrySet().stream()
                .min(Comparator.comparingInt(entry -> entry.getValue().size()))
                .orElseThrow();
        return rarest.getValue().stream().map(value -> new TagValue(rarest.getKey(), value));
    }
}
