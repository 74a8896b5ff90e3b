package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Roots grow from none to ten thousand in steps by chance, and live coverage follows. */
@Timeout(60)
class GrowthTest {
    private static final int ROOTS = 10_000;
    private static final int LARGEST_STEP = 800;
    private static final int ID_BYTES = 67;

    /** The least is the new bytes in full groups, and one CLOSE for each tail that was replaced (RULES 13). */
    private long least;

    private long messages;

    static LongStream seeds() {
        return LongStream.range(0, 5);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void liveCoverageEqualsTheDemandsAtEachStepForFewMessages(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Bounds bounds = Asked.defaults();
        int subscriptions = 20 + random.nextInt(30);
        Room room = Room.of(subscriptions);
        List<String> roots = new ArrayList<>();
        CoveragePlan plan = CoveragePlan.of(Demands.NONE, bounds, room);
        while (roots.size() < ROOTS) {
            int step = 1 + random.nextInt(random.nextBoolean() ? 20 : LARGEST_STEP);
            roots.addAll(Asked.ids(random, step));
            CoveragePlan next = plan.next(GitDemands.roots(roots), room);

            assertTrue(next.isLive() && next.live().size() <= room.slots());
            assertLiveIsWanted(next, roots);
            count(plan.essential(), next.essential(), step);
            if (next.liveTiers().equals(plan.liveTiers())) {
                count(plan.tiers(), next.tiers(), step * next.liveTiers().size());
            }
            plan = next;
        }
        assertTrue(messages <= least * 1.1, messages + " messages where " + least + " would do");
    }

    private static void assertLiveIsWanted(CoveragePlan plan, List<String> roots) {
        List<Demand> wanted = Stream.concat(Stream.of(Tier.ESSENTIAL), plan.liveTiers().stream())
                .flatMap(tier -> GitDemands.roots(roots).of(tier).stream())
                .toList();
        assertEquals(Asked.values(wanted, Asked.defaults()), Asked.values(plan.live()));
    }

    private void count(GroupSet before, GroupSet after, int values) {
        Change change = Change.between(before.groups(), after.groups());
        assertTrue(change.closes().stream().noneMatch(group -> group.isFull(before.bounds())));
        messages += change.opens().size() + change.closes().size();
        if (values > 0) {
            least += Math.ceilDiv(values * ID_BYTES, before.bounds().payloadBytes());
            least += change.closes().isEmpty() ? 0 : 1;
        }
    }
}
