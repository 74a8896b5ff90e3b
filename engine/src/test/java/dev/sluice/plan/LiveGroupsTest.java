package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.Ceilings;
import dev.sluice.nostr.Filter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveGroupsTest {
    private static final long SEED = 20_261_130L;
    private static final Ceilings CEILINGS = new Ceilings(10, 60_000);

    private static List<Filter> filters(int count, int values) {
        return IntStream.range(0, count)
                .mapToObj(i -> Filter.ALL.withTag('t', topics(i, values)))
                .toList();
    }

    private static Set<String> topics(int filter, int values) {
        return IntStream.range(0, values).mapToObj(i -> filter + " topic " + i).collect(Collectors.toSet());
    }

    @Test
    void withoutACapAllIsLiveInAsFewGroupsAsMayBe() {
        LiveGroups groups = LiveGroups.of(filters(12, 100), CEILINGS, Long.MAX_VALUE, 3);
        assertEquals(2, groups.groups().size());
        assertEquals(2, groups.needed());
        assertEquals(List.of(), groups.rest());
        assertEquals(groups.groups().stream().mapToLong(RequestBytes::of).sum(), groups.bytes());
    }

    @Test
    void aSetThatTakesExactlyTheCapIsLive() {
        List<Filter> filters = filters(12, 100);
        long bytes = LiveGroups.of(filters, CEILINGS, Long.MAX_VALUE, 20).bytes();
        assertEquals(List.of(), LiveGroups.of(filters, CEILINGS, bytes, 20).rest());
        assertTrue(LiveGroups.of(filters, CEILINGS, bytes - 1, 20).rest().size() > 0);
    }

    @Test
    void aCapBelowEveryFilterLeavesNothingLive() {
        LiveGroups groups = LiveGroups.of(filters(3, 100), CEILINGS, 500, 20);
        assertEquals(List.of(), groups.groups());
        assertEquals(3, groups.rest().size());
        assertEquals(1, groups.needed());
    }

    @Test
    void aPrefixStaysInsideItsBoundsComesNearThemAndLosesNothing() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int run = 0; run < 300; run++) {
            List<Filter> filters = filters(random.nextInt(1, 30), random.nextInt(1, 200));
            long cap = random.nextLong(100_000);
            int slots = random.nextInt(12);
            String told = "run " + run + " of seed " + SEED;

            LiveGroups groups = LiveGroups.of(filters, CEILINGS, cap, slots);

            long live = groups.groups().stream().mapToLong(RequestBytes::of).sum();
            assertTrue(live <= cap, told);
            boolean whole = groups.rest().isEmpty();
            assertTrue(whole || groups.groups().size() <= slots, told);
            int heaviest = RequestBytes.of(List.of(filters.get(filters.size() - 1)));
            // what is left of the cap holds no group more, and none takes more than a quarter or a single filter
            boolean near = live + Math.max(cap / 4, heaviest) + 512 >= cap;
            assertTrue(whole || near || groups.groups().size() == slots, told);
            List<Filter> all = new ArrayList<>(groups.rest());
            groups.groups().forEach(all::addAll);
            assertEquals(filters.size(), all.size(), told);
            assertEquals(new HashSet<>(filters), new HashSet<>(all), told);
        }
    }
}
