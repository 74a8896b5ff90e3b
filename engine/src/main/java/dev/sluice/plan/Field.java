package dev.sluice.plan;

import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The field of a filter whose values a demand lists.
 *
 * @param key as it stands in JSON: {@code ids}, {@code authors}, or {@code #} and a letter
 */
public record Field(String key) {
    /** Ids of events, in hex. */
    public static final Field IDS = new Field("ids");

    /** Public keys, in hex. */
    public static final Field AUTHORS = new Field("authors");

    public Field {
        boolean tag = key.length() == 2 && key.charAt(0) == '#';
        if (!tag && !key.equals("ids") && !key.equals("authors")) {
            throw new IllegalArgumentException(key);
        }
    }

    /** The second elements of the tags of a letter. */
    public static Field tag(char letter) {
        return new Field("#" + letter);
    }

    /** A filter with these values in this field. Values of ids and authors are hex of the right length. */
    public Filter with(Filter base, Collection<String> values) {
        return switch (key) {
            case "ids" -> base.withIds(set(values, EventId::parse));
            case "authors" -> base.withAuthors(set(values, PublicKey::parse));
            default -> base.withTag(key.charAt(1), new LinkedHashSet<>(values));
        };
    }

    private static <T> Set<T> set(Collection<String> values, Function<String, T> read) {
        return values.stream().map(read).collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
