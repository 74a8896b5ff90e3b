package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.TestEvents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class GroupsTest {

    @Test
    void aFilterThatFitsStaysWhole() {
        Filter filter = Filter.ALL.withKinds(Set.of(1, 2));

        assertEquals(List.of(filter), Chunks.of(filter, 100));
    }

    @Test
    void twentyThousandAuthorsNeverMakeAFrameThatIsTooBig() {
        Filter filter = Filter.ALL.withAuthors(new HashSet<>(
                LongStream.range(0, 20_000).mapToObj(TestEvents::unsignedAuthor).toList()));

        List<Filter> chunks = Chunks.of(filter, 32 * 1024);
        List<List<Filter>> groups = Groups.pack(chunks, 10, 96 * 1024);

        assertTrue(groups.stream().allMatch(group -> bytes(group) < 131_072 - 1_024));
        assertEquals(
                20_000,
                chunks.stream().mapToInt(chunk -> chunk.authors().size()).sum());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void cuttingLosesAndDoublesNothing(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Set<String> values = new TreeSet<>();
        IntStream.range(0, random.nextInt(1, 400)).forEach(i -> values.add(value(random)));
        Filter filter = Filter.ALL.withKinds(Set.of(1, 30_617)).withTag('a', values);
        int budget = random.nextInt(50, 2_000);

        List<String> cut = new ArrayList<>();
        for (Filter chunk : Chunks.of(filter, budget)) {
            Set<String> part = chunk.tags().get('a');
            assertTrue(part.size() == 1 || FilterBytes.of(chunk) <= budget, "seed " + seed);
            assertEquals(filter.kinds(), chunk.kinds());
            cut.addAll(part);
        }

        assertEquals(List.copyOf(values), cut, "seed " + seed);
    }

    @Test
    void theBytesOfValuesAreThoseOnTheWire() {
        Set<String> values = Set.of("plain", "qu\"ote", "back\\slash", "ünï", "\u0001");
        Filter filter = Filter.ALL.withTag('t', values);
        int envelope = "{\"#t\":[]}".length();

        int wire = Codec.encode(filter).getBytes(StandardCharsets.UTF_8).length - envelope;

        // the last value has no comma
        assertEquals(wire + 1, FilterBytes.of(filter));
    }

    @Test
    void equalFiltersAreSentOnce() {
        Filter filter = Filter.ALL.withKinds(Set.of(1));

        assertEquals(List.of(List.of(filter)), Groups.pack(List.of(filter, filter), 10, 1_000));
    }

    @Test
    void noRequestHoldsMoreFiltersThanAllowed() {
        List<Filter> filters = IntStream.range(0, 23)
                .mapToObj(i -> Filter.ALL.withKinds(Set.of(i)))
                .toList();

        List<List<Filter>> groups = Groups.pack(filters, 10, 100_000);

        assertEquals(List.of(10, 10, 3), groups.stream().map(List::size).toList());
    }

    private static String value(SplittableRandom random) {
        return "30617:" + Long.toHexString(random.nextLong()) + ":" + "n".repeat(random.nextInt(60));
    }

    private static int bytes(List<Filter> group) {
        return group.stream()
                .mapToInt(filter -> Codec.encode(filter).getBytes(StandardCharsets.UTF_8).length + 1)
                .sum();
    }

    @Test
    void aBoundOnValuesCutsEveryTagAndLosesNothing() {
        Set<String> values = IntStream.range(0, 100).mapToObj(i -> "value " + i).collect(Collectors.toSet());
        Filter filter = Filter.ALL.withTag('a', values).withTag('d', Set.of("x", "y", "z"));

        List<Filter> chunks = Chunks.of(filter, 600, 20);

        assertTrue(chunks.stream()
                .allMatch(chunk -> chunk.tags().get('a').size() <= 20
                        && chunk.tags().get('d').equals(Set.of("x", "y", "z"))
                        && FilterBytes.of(chunk) <= 600));
        assertEquals(
                values,
                chunks.stream().flatMap(chunk -> chunk.tags().get('a').stream()).collect(Collectors.toSet()));
        assertEquals(50 * 2, Chunks.of(filter, 32 * 1024, 2).size());
    }
}
