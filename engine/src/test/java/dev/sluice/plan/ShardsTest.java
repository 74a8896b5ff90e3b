package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class ShardsTest {
    private static final Bounds BOUNDS = Asked.defaults();
    private static final Room ROOM = Room.of(20);

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aFurtherShardTakesItsPartAndNothingElseMoves(long seed) {
        List<String> ids = Asked.ids(new SplittableRandom(seed), 10_000);
        for (int shards = 1; shards < Shards.MOST; shards++) {
            int moved = 0;
            for (String id : ids) {
                int before = Shards.shard(id, shards);
                int after = Shards.shard(id, shards + 1);
                assertTrue(after == before || after == shards);
                moved += after == before ? 0 : 1;
            }
            double part = 1.0 / (shards + 1);
            assertTrue(Math.abs(moved / 10_000.0 - part) < 0.1 * part, moved + " moved to shard " + shards);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void eachValueIsOnOneShardWhateverFieldNamesIt(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Demands demands =
                new Demands(Asked.demands(Tier.ESSENTIAL, random)).and(GitDemands.roots(Asked.ids(random, 50)));
        int shards = 1 + random.nextInt(Shards.MOST);

        List<Demands> spread = Shards.spread(demands, shards);

        List<String> all = new ArrayList<>();
        Set<String> roots = new HashSet<>();
        for (Demands part : spread) {
            all.addAll(Asked.values(part.all(), BOUNDS));
            part.of(Tier.ROOT).forEach(demand -> roots.addAll(demand.values()));
            part.of(Tier.CORE).forEach(demand -> assertTrue(roots.containsAll(demand.values())));
        }
        assertEquals(Asked.values(demands.all(), BOUNDS), all.stream().sorted().toList());
    }

    @Test
    void sixtyThousandRootsOpenShardsAsNeededAndScaleInOnce() {
        List<String> roots = Asked.ids(new SplittableRandom(60_000), 60_000);
        List<Integer> shards = new ArrayList<>();
        int now = 1;
        for (int count = 5_000; count <= 60_000; count += 5_000) {
            now = next(now, GitDemands.roots(roots.subList(0, count)));
            shards.add(now);
            assertEachIsLive(roots.subList(0, count), now);
        }
        for (int count = 60_000; count >= 5_000; count -= 1_000) {
            int next = next(now, GitDemands.roots(roots.subList(0, count)));
            if (next != now) {
                shards.add(next);
            }
            now = next;
            assertEachIsLive(roots.subList(0, count), now);
        }

        assertEquals(List.of(1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 2, 1), shards);
    }

    private static void assertEachIsLive(List<String> roots, int shards) {
        for (Demands part : Shards.spread(GitDemands.roots(roots), shards)) {
            assertTrue(CoveragePlan.of(part, BOUNDS, ROOM).isLive());
        }
    }

    @Test
    void nearTheTriggerShardsDoNotComeAndGo() {
        List<String> roots = Asked.ids(new SplittableRandom(1), 25_000);
        Demands below = GitDemands.roots(roots.subList(0, 24_500));
        Demands above = GitDemands.roots(roots);

        assertEquals(1, next(1, below));
        assertEquals(2, next(1, above));
        assertEquals(2, next(2, below));
    }

    private static int next(int now, Demands demands) {
        return Shards.next(now, demands, BOUNDS, ROOM, Shards.MOST).orElseThrow();
    }

    @Test
    void whereLessMayBeThanThereAreThatIsHowManyThereAre() {
        Demands roots = GitDemands.roots(Asked.ids(new SplittableRandom(4), 24_000));

        assertEquals(OptionalInt.of(2), Shards.next(3, roots, BOUNDS, ROOM, 2));
    }

    @Test
    void fourMayBeTooFew() {
        Demands many = GitDemands.roots(Asked.ids(new SplittableRandom(2), 110_000));

        assertEquals(OptionalInt.empty(), Shards.needed(many, BOUNDS, ROOM, Shards.MOST));
        assertEquals(OptionalInt.empty(), Shards.next(4, many, BOUNDS, ROOM, Shards.MOST));
        assertEquals(OptionalInt.empty(), Shards.needed(GitDemands.announcements(), BOUNDS, Room.of(1), 4));
    }

    @Test
    void tiersOpenNoShard() {
        Demands tiers = GitDemands.descendants(Asked.ids(new SplittableRandom(3), 50_000), List.of());

        assertEquals(OptionalInt.of(1), Shards.needed(tiers, BOUNDS, ROOM, Shards.MOST));
    }
}
