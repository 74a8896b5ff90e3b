package dev.sluice.plan;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Cuts a filter with many values into filters of a bounded size that together match the same events. Pure. */
public final class Chunks {

    private Chunks() {}

    /**
     * The filter itself when its values fit, else parts of it, cut along its heaviest field in the order of the values; so
     * equal filters are cut alike. A part with a single value may still be too large.
     */
    public static List<Filter> of(Filter filter, int maxBytes) {
        int bytes = FilterBytes.of(filter);
        if (bytes <= maxBytes) {
            return List.of(filter);
        }
        return heaviest(fields(filter)).cut(maxBytes - bytes);
    }

    /** Parts of at most half the weight of the heaviest field that has more than one value; none when no field has. */
    public static List<Filter> halves(Filter filter) {
        List<Field> divisible =
                fields(filter).stream().filter(field -> field.values() > 1).toList();
        if (divisible.isEmpty()) {
            return List.of();
        }
        Field heaviest = heaviest(divisible);
        return heaviest.cut(-heaviest.bytes() / 2);
    }

    /**
     * The same for a relay that also bounds how many values of a tag a filter may have.
     *
     * @param maxValues of each tag
     */
    public static List<Filter> of(Filter filter, int maxBytes, int maxValues) {
        return of(filter, maxBytes).stream()
                .flatMap(chunk -> ofValues(chunk, maxValues))
                .toList();
    }

    private static Stream<Filter> ofValues(Filter filter, int maxValues) {
        for (Map.Entry<Character, Set<String>> tag : filter.tags().entrySet()) {
            if (tag.getValue().size() > maxValues) {
                return cut(tag.getValue(), value -> 1, maxValues).stream()
                        .map(values -> filter.withTag(tag.getKey(), values))
                        .flatMap(part -> ofValues(part, maxValues));
            }
        }
        return Stream.of(filter);
    }

    /** The values of the field with the most. */
    public static int values(Filter filter) {
        return Stream.concat(Stream.of(filter.ids(), filter.authors(), filter.kinds()), filter.tags().values().stream())
                .filter(Objects::nonNull)
                .mapToInt(Set::size)
                .max()
                .orElse(0);
    }

    /** One field of a filter that can be cut: its weight, and how to cut it to what the other fields leave. */
    private record Field(int values, int bytes, Function<Integer, List<Filter>> cutTo) {

        List<Filter> cut(int spareBytes) {
            return cutTo.apply(Math.max(1, bytes + spareBytes));
        }
    }

    private static Field heaviest(List<Field> fields) {
        return fields.stream()
                .max((one, other) -> Integer.compare(one.bytes(), other.bytes()))
                .orElseThrow();
    }

    private static List<Field> fields(Filter filter) {
        List<Field> fields = new ArrayList<>();
        if (filter.ids() != null) {
            fields.add(field(filter.ids(), id -> FilterBytes.HEX, filter::withIds));
        }
        if (filter.authors() != null) {
            fields.add(field(filter.authors(), author -> FilterBytes.HEX, filter::withAuthors));
        }
        if (filter.kinds() != null) {
            fields.add(field(filter.kinds(), FilterBytes::of, filter::withKinds));
        }
        for (Map.Entry<Character, Set<String>> tag : filter.tags().entrySet()) {
            fields.add(field(tag.getValue(), FilterBytes::of, values -> filter.withTag(tag.getKey(), values)));
        }
        return fields;
    }

    private static <T> Field field(Set<T> values, ToIntFunction<T> bytes, Function<Set<T>, Filter> with) {
        int all = values.stream().mapToInt(bytes).sum();
        return new Field(
                values.size(),
                all,
                most -> cut(values, bytes, most).stream().map(with).toList());
    }

    private static <T> List<Set<T>> cut(Collection<T> values, ToIntFunction<T> bytes, int most) {
        List<Set<T>> parts = new ArrayList<>();
        Set<T> part = new LinkedHashSet<>();
        int weight = 0;
        for (T value : values) {
            int more = bytes.applyAsInt(value);
            if (!part.isEmpty() && weight + more > most) {
                parts.add(part);
                part = new LinkedHashSet<>();
                weight = 0;
            }
            part.add(value);
            weight += more;
        }
        parts.add(part);
        return parts;
    }
}
