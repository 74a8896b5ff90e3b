package dev.sluice.profile;

import dev.sluice.nostr.Filter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a profile says to the filters of a REQ, whatever else is open. Pure. */
final class FilterRules {
    /** Bytes of an id or a key, decoded. */
    private static final long KEY_BYTES = 32;

    /** From so many tag letters on khatru looks at the form of a filter. */
    private static final int COMPLEX_TAG_KEYS = 3;

    /** chorus lets open filters pass that span less than this. */
    private static final long SHORT_SPAN_SECONDS = 7_200;

    private final Profile profile;

    FilterRules(Profile profile) {
        this.profile = profile;
    }

    /**
     * A limit that is passed.
     *
     * @param actual by how much
     * @param field the field of the filter that it is about; may be empty
     */
    record Breach(Occasion occasion, long actual, String field) {

        static Breach of(Occasion occasion, long actual) {
            return new Breach(occasion, actual, "");
        }
    }

    /** The first limit that the filters pass. */
    Optional<Breach> breach(List<Filter> filters) {
        Breach count = Breach.of(Occasion.FILTERS, filters.size());
        return Stream.concat(Stream.of(count), filters.stream().flatMap(this::measures))
                .filter(measure -> profile.exceeds(measure.occasion(), measure.actual()))
                .findFirst();
    }

    /** Whether one of the filters selects so little that the relay takes the client for a scraper. */
    boolean scrapes(List<Filter> filters) {
        OptionalInt least = filters.stream().mapToInt(FilterRules::precision).min();
        return profile.limits().containsKey(Occasion.SCRAPER) && least.orElse(0) < 2 && !allOpenPass(filters);
    }

    /** What nosflare weighs a filter with. */
    static long cost(Filter filter) {
        long tags = filter.tags().values().stream().mapToLong(Set::size).sum();
        long cost = size(filter.ids()) + 2L * size(filter.authors()) + 5L * size(filter.kinds()) + 10 * tags;
        return filter.since().isEmpty() && filter.until().isEmpty() ? 2 * cost : cost;
    }

    /** One condition is too few; ids count as two. */
    private static int precision(Filter filter) {
        return (filter.ids() != null ? 2 : 0)
                + (filter.authors() != null ? 1 : 0)
                + (filter.kinds() != null ? 1 : 0)
                + (filter.tags().isEmpty() ? 0 : 1);
    }

    /** Where a scraper may at least ask for a few events or a short time. */
    private boolean allOpenPass(List<Filter> filters) {
        long few = profile.limit(Occasion.SCRAPER).orElse(0);
        return few > 0
                && filters.stream()
                        .filter(filter -> precision(filter) < 2)
                        .allMatch(filter -> !filter.tags().isEmpty()
                                || filter.limit().orElse(Integer.MAX_VALUE) <= few
                                || span(filter) < SHORT_SPAN_SECONDS);
    }

    private static long span(Filter filter) {
        return filter.since().isPresent() && filter.until().isPresent()
                ? filter.until().getAsLong() - filter.since().getAsLong()
                : Long.MAX_VALUE;
    }

    private Stream<Breach> measures(Filter filter) {
        int keys = filter.tags().size();
        long ids = size(filter.ids());
        Stream<Breach> plain = Stream.of(
                Breach.of(Occasion.IDS, ids),
                Breach.of(Occasion.BARE_IDS, filter.limit().isEmpty() ? ids : 0),
                new Breach(Occasion.SET_BYTES, ids * KEY_BYTES, "ids"),
                new Breach(Occasion.SET_BYTES, size(filter.authors()) * KEY_BYTES, "authors"),
                Breach.of(Occasion.TAG_KEYS, keys),
                Breach.of(Occasion.KINDS, size(filter.kinds())),
                Breach.of(Occasion.CONDITIONS, keys < COMPLEX_TAG_KEYS ? 0 : keys + size(filter.kinds())),
                Breach.of(Occasion.LIMIT, filter.limit().orElse(0)));
        return Stream.concat(
                plain, filter.tags().entrySet().stream().flatMap(tag -> values(tag.getKey(), tag.getValue())));
    }

    private static Stream<Breach> values(char letter, Set<String> values) {
        boolean hex = letter == 'e' || letter == 'p';
        long bytes = values.stream()
                .mapToLong(value -> hex ? KEY_BYTES : bytes(value))
                .sum();
        long longest =
                hex ? 0 : values.stream().mapToLong(FilterRules::bytes).max().orElse(0);
        String field = "#" + letter;
        return Stream.of(
                new Breach(Occasion.SET_BYTES, bytes, field), new Breach(Occasion.VALUE_BYTES, longest, field));
    }

    private static long bytes(String value) {
        return value.getBytes(StandardCharsets.UTF_8).length;
    }

    private static long size(@Nullable Set<?> set) {
        return set == null ? 0 : set.size();
    }
}
