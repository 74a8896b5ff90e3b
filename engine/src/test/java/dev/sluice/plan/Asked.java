package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Demands by chance, and what groups ask for. */
final class Asked {
    static final Field E = Field.tag('e');
    private static final List<Field> FIELDS = List.of(E, Field.tag('E'), Field.tag('a'), Field.tag('d'));
    private static final List<String> LETTERS = List.of("x", "\"", "\\", "\n", "é", "€", "🐙");

    private Asked() {}

    /** A relay's document with nothing in it. */
    static Bounds defaults() {
        return new Bounds(10, 96 * 1024, 32 * 1024, Integer.MAX_VALUE);
    }

    static Bounds bounds(SplittableRandom random) {
        int payload = 2_000 + random.nextInt(20_000);
        int chunk = 1_000 + random.nextInt(payload - 1_000);
        return new Bounds(1 + random.nextInt(10), payload, chunk, random.nextInt(3) == 0 ? 7 : Integer.MAX_VALUE);
    }

    static String id(SplittableRandom random) {
        return String.format(
                "%016x%016x%016x%016x", random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }

    static List<String> ids(SplittableRandom random, int count) {
        return Stream.generate(() -> id(random)).limit(count).toList();
    }

    /** An id, mostly; else a text that weighs more than its length, now and then long or far too long. */
    static String value(SplittableRandom random) {
        if (random.nextInt(4) > 0) {
            return id(random);
        }
        int length = 1 + random.nextInt(random.nextInt(20) == 0 ? 2_000 : 60);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.get(random.nextInt(LETTERS.size())));
        }
        return text.toString();
    }

    static List<Demand> demands(Tier tier, SplittableRandom random) {
        List<Demand> demands = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            Filter base = random.nextBoolean() ? Filter.ALL : Filter.ALL.withKinds(Set.of(1, 30_618));
            List<String> values = Stream.generate(() -> value(random))
                    .limit(1 + random.nextInt(300))
                    .toList();
            demands.add(Demand.of(tier, base, FIELDS.get(random.nextInt(FIELDS.size())), values));
        }
        for (int i = 0; i < random.nextInt(4); i++) {
            Filter kind = Filter.ALL.withKinds(Set.of(2 + random.nextInt(20_000)));
            demands.add(Demand.of(tier, kind.withTag('t', Set.of(value(random), "x"))));
        }
        return new Demands(demands).all();
    }

    static <T> List<T> shuffled(List<T> list, SplittableRandom random) {
        List<T> shuffled = new ArrayList<>(list);
        Collections.shuffle(shuffled, new Random(random.nextLong()));
        return shuffled;
    }

    /** Every value in every filter, one by one, in order; a value that is asked for twice stands there twice. */
    static List<String> values(List<Group> groups) {
        List<String> values = new ArrayList<>();
        for (Group group : groups) {
            for (Filter filter : group.filters()) {
                filter.tags()
                        .forEach((letter, all) ->
                                all.forEach(value -> values.add(filter.kinds() + " " + letter + " " + value)));
            }
        }
        Collections.sort(values);
        return values;
    }

    /** The same of demands, without what is too large. */
    static List<String> values(List<Demand> demands, Bounds bounds) {
        Set<String> values = new TreeSet<>();
        for (Demand demand : demands) {
            Filter filter = demand.filter(demand.values());
            int around = demand.field().isPresent() ? FilterBytes.of(demand.base()) : 0;
            filter.tags()
                    .forEach((letter, all) -> all.stream()
                            .filter(value -> around + FilterBytes.of(value) <= bounds.chunkBytes())
                            .forEach(value -> values.add(filter.kinds() + " " + letter + " " + value)));
        }
        return List.copyOf(values);
    }

    /** No bound is passed, and the weights are those of what is sent. */
    static void assertWithin(Bounds bounds, List<Group> groups) {
        for (Group group : groups) {
            List<Filter> filters = group.filters();
            assertEquals(filters.stream().mapToInt(FilterBytes::of).sum(), group.bytes());
            assertTrue(group.bytes() <= bounds.payloadBytes() && filters.size() <= bounds.filters());
            assertTrue(filters.stream()
                    .allMatch(filter ->
                            FilterBytes.of(filter) <= bounds.chunkBytes() && Chunks.values(filter) <= bounds.values()));
            assertLongValuesAreApart(group);
        }
    }

    private static void assertLongValuesAreApart(Group group) {
        long apart = group.chunks().stream().filter(Chunk::isAlone).count();
        assertTrue(apart == 0 || apart == group.chunks().size());
        for (Filter filter : group.filters()) {
            filter.tags().values().stream()
                    .filter(values -> values.stream().anyMatch(Cutter::isLong))
                    .forEach(values -> assertEquals(1, values.size()));
        }
    }
}
