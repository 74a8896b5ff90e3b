package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ChunksTest {
    private static final Filter KINDS = Filter.ALL.withKinds(Set.of(1, 6, 7));

    @Test
    void halvesCutTheHeaviestFieldAndLoseNothing() {
        Set<String> topics = IntStream.range(10, 60).mapToObj(i -> "topic" + i).collect(Collectors.toSet());

        List<Filter> halves = Chunks.halves(KINDS.withTag('t', topics));

        Set<String> all = new HashSet<>();
        halves.forEach(half -> all.addAll(half.tags().get('t')));
        assertEquals(topics, all);
        assertTrue(halves.size() <= 3
                && halves.stream().allMatch(half -> half.kinds().equals(KINDS.kinds())));
        assertTrue(halves.stream()
                .allMatch(half -> FilterBytes.of(half.tags().get('t')) <= FilterBytes.of(topics) / 2 + 1));
    }

    @Test
    void aFieldOfOneValueIsNotCutHoweverHeavy() {
        List<Filter> halves = Chunks.halves(KINDS.withTag('t', Set.of("x".repeat(1_000))));

        assertTrue(halves.size() > 1);
        assertTrue(halves.stream().allMatch(half -> half.kinds().size() < 3));
    }

    @Test
    void whatNamesNoTwoValuesHasNoHalves() {
        assertEquals(List.of(), Chunks.halves(Filter.ALL));
        assertEquals(List.of(), Chunks.halves(Filter.ALL.withKinds(Set.of(1)).withTag('t', Set.of("nostr"))));
    }
}
