package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a filter looks like, whatever its values: its fields, and how many values each names. Relays that answer some
 * filters with nothing go by that. Pure.
 *
 * @param values how many each field names, by the field's name on the wire
 * @param windowed whether it has a since or an until
 */
record FilterShape(SortedMap<String, Integer> values, boolean windowed) {
    /** From two conditions on nostr-rs-relay takes nobody for a scraper; ids count twice. */
    private static final int CONDITIONS = 2;

    /** nosflare passes over what weighs more than 1,000, and without a window everything weighs twice. */
    private static final int MOST_WEIGHT = 500;

    static FilterShape of(Filter filter) {
        SortedMap<String, Integer> values = new TreeMap<>();
        count(values, "ids", filter.ids());
        count(values, "authors", filter.authors());
        count(values, "kinds", filter.kinds());
        filter.tags().forEach((letter, all) -> count(values, "#" + letter, all));
        boolean windowed = filter.since().isPresent() || filter.until().isPresent();
        return new FilterShape(values, windowed);
    }

    private static void count(Map<String, Integer> values, String field, @Nullable Set<?> named) {
        if (named != null) {
            values.put(field, named.size());
        }
    }

    /** Whether it names so little that a relay may take who asks for a scraper. */
    boolean isOpen() {
        return conditions() < CONDITIONS;
    }

    /** Whether it names so much that a relay may find it too costly. */
    boolean isHeavy() {
        return weight() > MOST_WEIGHT;
    }

    private long conditions() {
        boolean tags = values.keySet().stream().anyMatch(field -> field.startsWith("#"));
        long plain =
                values.keySet().stream().filter(field -> !field.startsWith("#")).count();
        return plain + (values.containsKey("ids") ? 1 : 0) + (tags ? 1 : 0);
    }

    private int weight() {
        return values.entrySet().stream()
                .mapToInt(field -> weight(field.getKey()) * field.getValue())
                .sum();
    }

    private static int weight(String field) {
        return switch (field) {
            case "ids" -> 1;
            case "authors" -> 2;
            case "kinds" -> 5;
            default -> 10;
        };
    }

    /** Whether a relay that answers the other one has no reason to pass this one over. */
    boolean isWithin(FilterShape other) {
        return values.keySet().equals(other.values.keySet())
                && values.entrySet().stream().allMatch(field -> field.getValue() <= other.count(field.getKey()))
                && (windowed || !other.windowed);
    }

    private int count(String field) {
        return values.getOrDefault(field, 0);
    }
}
