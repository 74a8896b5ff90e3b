package dev.sluice.plan;

import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

    /** The values that a filter has in this field; none when it puts no condition there. */
    public List<String> values(Filter filter) {
        return switch (key) {
            case "ids" -> texts(filter.ids());
            case "authors" -> texts(filter.authors());
            default -> texts(filter.tags().get(key.charAt(1)));
        };
    }

    /** Every field in which a filter has a condition; kinds are none. */
    static List<Field> of(Filter filter) {
        List<Field> fields = new ArrayList<>();
        if (filter.ids() != null) {
            fields.add(IDS);
        }
        if (filter.authors() != null) {
            fields.add(AUTHORS);
        }
        filter.tags().keySet().forEach(letter -> fields.add(tag(letter)));
        return fields;
    }

    /** The field with the most values, if there is one that may be listed. */
    static Optional<Field> longest(Filter filter) {
        return of(filter).stream()
                .filter(field -> !field.values(filter).isEmpty())
                .max(Comparator.comparingInt(field -> field.values(filter).size()));
    }

    /** A filter without a condition in this field. */
    Filter without(Filter filter) {
        return switch (key) {
            case "ids" -> filter.withIds(null);
            case "authors" -> filter.withAuthors(null);
            default -> filter.withoutTag(key.charAt(1));
        };
    }

    private static List<String> texts(@Nullable Set<?> values) {
        return values == null
                ? List.of()
                : values.stream().map(Object::toString).toList();
    }

    private static <T> Set<T> set(Collection<String> values, Function<String, T> read) {
        return values.stream().map(read).collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
