package dev.sluice.nostr;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A NIP-01 filter. A field that is null puts no condition; an empty set matches nothing. All sets are sorted, so that
 * equal filters are written alike.
 *
 * @param tags by single letter, case-sensitive; the values of the tag's second element
 * @param since inclusive, seconds; a moment before the epoch is taken as the epoch
 * @param until inclusive, seconds, never negative
 * @param limit bounds only the stored events that are sent first
 */
public record Filter(
        @Nullable Set<EventId> ids,
        @Nullable Set<PublicKey> authors,
        @Nullable Set<Integer> kinds,
        SortedMap<Character, Set<String>> tags,
        OptionalLong since,
        OptionalLong until,
        OptionalInt limit) {

    /** The filter that matches every event. */
    public static final Filter ALL = new Filter(
            null, null, null, new TreeMap<>(), OptionalLong.empty(), OptionalLong.empty(), OptionalInt.empty());

    public Filter {
        ids = sorted(ids);
        authors = sorted(authors);
        kinds = sorted(kinds);
        SortedMap<Character, Set<String>> copy = new TreeMap<>();
        tags.forEach((letter, values) -> copy.put(checked(letter), OrderedSet.copyOf(values)));
        tags = Collections.unmodifiableSortedMap(copy);
        since = since.isPresent() && since.getAsLong() < 0 ? OptionalLong.of(0) : since;
        if (until.orElse(0) < 0 || limit.orElse(0) < 0) {
            throw new IllegalArgumentException("until " + until + ", limit " + limit);
        }
    }

    /** Whether a letter may name a tag condition. */
    static boolean isTagLetter(char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    }

    /** Whether an event meets all conditions; the limit is none. Expiry is no matter of a filter. */
    public boolean matches(Event event) {
        return createdInside(event.createdAt())
                && (ids == null || ids.contains(event.id()))
                && (authors == null || authors.contains(event.pubkey()))
                && (kinds == null || kinds.contains(event.kind()))
                && tagsMatch(event);
    }

    /** Whether no event can meet it: an empty set, or since after until. */
    public boolean matchesNothing() {
        return isEmpty(ids)
                || isEmpty(authors)
                || isEmpty(kinds)
                || tags.values().stream().anyMatch(Set::isEmpty)
                || (since.isPresent() && until.isPresent() && since.getAsLong() > until.getAsLong());
    }

    /** Whether this one surely matches all that the other does: its sets hold those of the other. Limits do not count. */
    public boolean covers(Filter other) {
        return holds(ids, other.ids)
                && holds(authors, other.authors)
                && holds(kinds, other.kinds)
                && tags.entrySet().stream().allMatch(tag -> holds(tag.getValue(), other.tags.get(tag.getKey())))
                && since.orElse(0) <= other.since.orElse(0)
                && until.orElse(Long.MAX_VALUE) >= other.until.orElse(Long.MAX_VALUE);
    }

    /** Whether an event may meet both, as far as their sets and windows tell. Limits do not count. */
    public boolean overlaps(Filter other) {
        return meet(ids, other.ids)
                && meet(authors, other.authors)
                && meet(kinds, other.kinds)
                && tags.entrySet().stream().allMatch(tag -> meet(tag.getValue(), other.tags.get(tag.getKey())))
                && since.orElse(0) <= other.until.orElse(Long.MAX_VALUE)
                && other.since.orElse(0) <= until.orElse(Long.MAX_VALUE);
    }

    private static boolean meet(@Nullable Set<?> one, @Nullable Set<?> other) {
        return one == null || other == null || !Collections.disjoint(one, other);
    }

    private static boolean holds(@Nullable Set<?> all, @Nullable Set<?> some) {
        return all == null || (some != null && all.containsAll(some));
    }

    public Filter withIds(@Nullable Set<EventId> other) {
        return new Filter(other, authors, kinds, tags, since, until, limit);
    }

    public Filter withAuthors(@Nullable Set<PublicKey> other) {
        return new Filter(ids, other, kinds, tags, since, until, limit);
    }

    public Filter withKinds(Set<Integer> other) {
        return new Filter(ids, authors, other, tags, since, until, limit);
    }

    /** With the values of one tag letter replaced. */
    public Filter withTag(char letter, Set<String> values) {
        Map<Character, Set<String>> other = new TreeMap<>(tags);
        other.put(letter, values);
        return new Filter(ids, authors, kinds, new TreeMap<>(other), since, until, limit);
    }

    /** Without a condition on one tag letter. */
    public Filter withoutTag(char letter) {
        Map<Character, Set<String>> other = new TreeMap<>(tags);
        other.remove(letter);
        return new Filter(ids, authors, kinds, new TreeMap<>(other), since, until, limit);
    }

    public Filter withSince(OptionalLong other) {
        return new Filter(ids, authors, kinds, tags, other, until, limit);
    }

    public Filter withUntil(OptionalLong other) {
        return new Filter(ids, authors, kinds, tags, since, other, limit);
    }

    public Filter withLimit(OptionalInt other) {
        return new Filter(ids, authors, kinds, tags, since, until, other);
    }

    private boolean createdInside(long createdAt) {
        return createdAt >= since.orElse(0) && createdAt <= until.orElse(Long.MAX_VALUE);
    }

    private boolean tagsMatch(Event event) {
        for (Map.Entry<Character, Set<String>> condition : tags.entrySet()) {
            if (!anyTag(event.tags(), condition.getKey(), condition.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean anyTag(List<List<String>> tags, char letter, Set<String> values) {
        for (List<String> tag : tags) {
            boolean named =
                    tag.size() > 1 && tag.get(0).length() == 1 && tag.get(0).charAt(0) == letter;
            if (named && values.contains(tag.get(1))) {
                return true;
            }
        }
        return false;
    }

    private static char checked(char letter) {
        if (!isTagLetter(letter)) {
            throw new IllegalArgumentException("not a tag letter: " + letter);
        }
        return letter;
    }

    private static boolean isEmpty(@Nullable Set<?> set) {
        return set != null && set.isEmpty();
    }

    private static <T extends Comparable<T>> @Nullable Set<T> sorted(@Nullable Set<T> set) {
        return set == null ? null : OrderedSet.copyOf(set);
    }
}
