package dev.sluice.nostr;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Nostr event as it was read: well formed, not yet verified.
 *
 * @param createdAt seconds since the Unix epoch, never negative
 * @param tags lists of strings, unmodifiable
 */
public record Event(
        EventId id,
        PublicKey pubkey,
        long createdAt,
        int kind,
        List<List<String>> tags,
        String content,
        Signature sig) {

    /** Newest first, equal seconds by lowest id: the order in which relays answer (NIP-01). */
    public static final Comparator<Event> NEWEST_FIRST =
            Comparator.comparingLong(Event::createdAt).reversed().thenComparing(Event::id);

    public Event {
        if (createdAt < 0 || kind < 0 || kind > Kind.MAX) {
            throw new IllegalArgumentException("created_at " + createdAt + ", kind " + kind);
        }
        tags = unmodifiable(tags);
    }

    /** The same lists when nobody can change them, as the codec makes them, else copies. */
    @SuppressWarnings("ReferenceEquality") // List.copyOf returns its argument when that can't change
    private static List<List<String>> unmodifiable(List<List<String>> tags) {
        List<List<String>> copy = List.copyOf(tags);
        for (List<String> tag : copy) {
            if (List.copyOf(tag) != tag) {
                return copy.stream().map(List::copyOf).collect(Collectors.toUnmodifiableList());
            }
        }
        return copy;
    }

    /** The values (second elements) of all tags of a name, in order. */
    public Stream<String> values(String name) {
        return tags.stream()
                .filter(tag -> tag.size() > 1 && tag.get(0).equals(name))
                .map(tag -> tag.get(1));
    }

    /** The address under which only one version lives; empty for regular and ephemeral kinds. A missing {@code d} is "". */
    public Optional<Coordinate> coordinate() {
        return switch (KindClass.of(kind)) {
            case REGULAR, EPHEMERAL -> Optional.empty();
            case REPLACEABLE -> Optional.of(new Coordinate(kind, pubkey, ""));
            case ADDRESSABLE ->
                Optional.of(new Coordinate(kind, pubkey, values("d").findFirst().orElse("")));
        };
    }

    /** The second at which it expires (NIP-40): the first well-formed {@code expiration} tag; others are ignored. */
    public OptionalLong expiration() {
        for (List<String> tag : tags) {
            OptionalLong second =
                    tag.size() > 1 && tag.get(0).equals("expiration") ? second(tag.get(1)) : OptionalLong.empty();
            if (second.isPresent()) {
                return second;
            }
        }
        return OptionalLong.empty();
    }

    /** The second that the value of an {@code expiration} tag names; empty when it is not well formed. */
    public static OptionalLong second(String value) {
        boolean wellFormed =
                !value.isEmpty() && value.length() <= 18 && value.chars().allMatch(c -> c >= '0' && c <= '9');
        return wellFormed ? OptionalLong.of(Long.parseLong(value)) : OptionalLong.empty();
    }

    /** Whether only its author may publish it (NIP-70). */
    public boolean isProtected() {
        for (List<String> tag : tags) {
            if (tag.size() == 1 && tag.get(0).equals("-")) {
                return true;
            }
        }
        return false;
    }

    /** An id stands for its content. */
    @Override
    public int hashCode() {
        return id.hashCode();
    }
}
