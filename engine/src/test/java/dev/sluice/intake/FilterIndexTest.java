package dev.sluice.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.TestEvents;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class FilterIndexTest {

    @Test
    void itFindsWhatAskingEveryFilterFinds() {
        long seed = 20_240_501;
        SplittableRandom random = new SplittableRandom(seed);
        List<Event> events = events(random, 150);
        FilterIndex index = new FilterIndex();
        List<Watch> watches = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Watch watch = watch(List.of(filter(random, events), filter(random, events)));
            watches.add(watch);
            index.add(watch);
        }
        for (Event event : events) {
            Set<Watch> expected =
                    watches.stream().filter(watch -> watch.matches(event)).collect(Collectors.toSet());
            assertEquals(expected, new HashSet<>(index.matching(event)), "seed " + seed);
        }
        watches.forEach(index::remove);
        assertEquals(0, index.size(), "seed " + seed);
    }

    @Test
    void aWatchOfTwoMatchingFiltersIsFoundOnce() {
        FilterIndex index = new FilterIndex();
        index.add(watch(List.of(Filter.ALL, Filter.ALL.withKinds(Set.of(1)))));
        assertEquals(
                1, index.matching(TestEvents.unsigned(1, 1, 1, List.of(), "")).size());
    }

    @Test
    void equalWatchesAreTwo() {
        FilterIndex index = new FilterIndex();
        Watch first = watch(List.of(Filter.ALL));
        index.add(first);
        index.add(watch(List.of(Filter.ALL)));
        index.remove(first);
        assertEquals(
                1, index.matching(TestEvents.unsigned(1, 1, 1, List.of(), "")).size());
    }

    @Test
    void aFilterThatMatchesNothingIsNotKept() {
        FilterIndex index = new FilterIndex();
        index.add(watch(List.of(Filter.ALL.withIds(Set.of()))));
        assertEquals(0, index.size());
    }

    private static Watch watch(List<Filter> filters) {
        return new Watch(filters, arrival -> {});
    }

    private static List<Event> events(SplittableRandom random, int count) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<List<String>> tags = List.of(
                    List.of("t", "v" + random.nextInt(5)),
                    List.of("e", "v" + random.nextInt(5)),
                    List.of("long", "v1"));
            events.add(TestEvents.unsigned(random.nextInt(6), i, random.nextInt(5), tags, "" + i));
        }
        return events;
    }

    private static Filter filter(SplittableRandom random, List<Event> events) {
        Event like = events.get(random.nextInt(events.size()));
        Filter filter = Filter.ALL;
        if (random.nextInt(8) == 0) {
            filter = filter.withIds(Set.<EventId>of(like.id()));
        }
        if (random.nextInt(3) == 0) {
            filter = filter.withAuthors(Set.<PublicKey>of(like.pubkey()));
        }
        if (random.nextInt(3) == 0) {
            filter = filter.withKinds(new HashSet<>(List.of(like.kind(), random.nextInt(5))));
        }
        if (random.nextInt(2) == 0) {
            filter = filter.withTag('t', Set.of("v" + random.nextInt(5), "v" + random.nextInt(5) + "x"));
        }
        if (random.nextInt(3) == 0) {
            filter = filter.withTag('e', Set.of("v" + random.nextInt(5)));
        }
        return random.nextInt(3) == 0 ? filter.withSince(OptionalLong.of(random.nextInt(100))) : filter;
    }
}
