package dev.sluice.negentropy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the sets and the frame limits, a round ends and finds exactly what only one side has. Each case follows from
 * its seed, which a failure names.
 */
@Timeout(300)
class ReconciliationPropertyTest {

    /** Far above what any of these sets needs; a round that does not end meets it. */
    private static final int MOST_FRAMES = 2_000;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bothSidesEndWithTheSame(long seed) {
        check(seed);
    }

    @Test
    @Tag("full")
    void bothSidesEndWithTheSameForManySeeds() {
        LongStream.rangeClosed(1_001, 4_000).forEach(ReconciliationPropertyTest::check);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anIdWithOneTimeHereAndAnotherThereIsNoObstacle(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ItemKey> here = items(random, random.nextInt(1_500));
        List<ItemKey> there = new ArrayList<>();
        for (ItemKey item : here) {
            long shift = random.nextInt(10) == 0 ? random.nextInt(3) : 0;
            there.add(new ItemKey(item.time() + shift, item.w0(), item.w1(), item.w2(), item.w3()));
        }
        there.addAll(items(random, random.nextInt(50)));

        Rounds.Outcome outcome = Rounds.run(Rounds.set(here), limit(random), Rounds.set(there), limit(random));

        assertEquals(joined(ids(here), outcome.onlyThere()), joined(ids(there), outcome.onlyHere()), "seed " + seed);
    }

    private static void check(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Set<ItemKey> shared = new LinkedHashSet<>(items(random, size(random, 3_000)));
        Set<ItemKey> here = new LinkedHashSet<>(items(random, size(random, 600)));
        Set<ItemKey> there = new LinkedHashSet<>(items(random, size(random, 600)));
        int hereLimit = limit(random);
        int thereLimit = limit(random);
        String name = "seed " + seed + ", " + shared.size() + " shared, " + here.size() + " and " + there.size()
                + " more, limits " + hereLimit + " and " + thereLimit;

        Rounds.Outcome outcome =
                Rounds.run(view(random, shared, here), hereLimit, view(random, shared, there), thereLimit);

        assertEquals(ids(here), outcome.onlyHere(), name);
        assertEquals(ids(there), outcome.onlyThere(), name);
        if (hereLimit == 0 && thereLimit == 0) {
            assertEquals(here.size() + there.size(), outcome.count(), name);
        }
        assertTrue(outcome.frames().size() < MOST_FRAMES, name);
        for (int i = 0; i < outcome.frames().size(); i++) {
            int limit = i % 2 == 0 ? hereLimit : thereLimit;
            assertTrue(limit == 0 || outcome.frames().get(i).size() <= limit, name + ", frame " + i);
        }
    }

    /** Sizes about the borders of lists and buckets are as frequent as others. */
    private static int size(SplittableRandom random, int most) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(70);
            default -> random.nextInt(most);
        };
    }

    private static List<ItemKey> items(SplittableRandom random, int count) {
        return switch (random.nextInt(3)) {
            case 0 -> Rounds.spread(random, count);
            case 1 -> Rounds.inOneSecond(random, count);
            default -> Rounds.clustered(random, count);
        };
    }

    private static int limit(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> Reconciler.LEAST_FRAME_LIMIT;
            case 2 -> Reconciler.LEAST_FRAME_LIMIT + random.nextInt(4_000);
            default -> Reconciler.LEAST_FRAME_LIMIT + random.nextInt(60_000);
        };
    }

    /** Sealed or live; in either the items came in any order, some of them twice. */
    private static ItemView view(SplittableRandom random, Collection<ItemKey> shared, Collection<ItemKey> more) {
        List<ItemKey> all = new ArrayList<>(more);
        all.addAll(shared);
        all.addAll(all.subList(0, all.size() / 10));
        return random.nextBoolean() ? Rounds.set(all) : Rounds.live(all).snapshot();
    }

    private static TreeSet<String> ids(Collection<ItemKey> items) {
        return items.stream().map(Rounds::hex).collect(Collectors.toCollection(TreeSet::new));
    }

    private static TreeSet<String> joined(TreeSet<String> a, TreeSet<String> b) {
        a.addAll(b);
        return a;
    }
}
