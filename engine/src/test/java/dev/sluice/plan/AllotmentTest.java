package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class AllotmentTest {
    private static final IntPredicate NONE = connection -> false;
    private static final IntPredicate ALL = connection -> true;
    private static final Demands FEW = roots(1, 100);
    private static final Demands MANY = roots(1, 300);

    @Test
    void oneConnectionTakesUpWhatIsWantedAtOnce() {
        Allotment one = Allotment.of(FEW);

        assertSame(one, one.next(FEW, OptionalInt.of(1), NONE));
        assertEquals(List.of(MANY), one.next(MANY, OptionalInt.of(1), NONE).parts());
    }

    @Test
    void connectionsComeOneAfterTheOtherAndTheFirstKeepsAllUntilTheyAreLive() {
        List<Demands> spread = Shards.spread(MANY, 3);

        Allotment second = Allotment.of(FEW).next(MANY, OptionalInt.of(3), NONE);
        assertEquals(List.of(FEW, spread.get(1)), second.parts());
        assertEquals(3, second.target());
        // what is wanted meanwhile waits, and so does everybody while the second is not live
        assertSame(second, second.next(roots(1, 310), OptionalInt.of(3), connection -> connection == 0));

        Allotment third = second.next(MANY, OptionalInt.of(3), ALL);
        assertEquals(List.of(FEW, spread.get(1), spread.get(2)), third.parts());
        assertSame(third, third.next(MANY, OptionalInt.of(3), connection -> connection != 2));

        Allotment settled = third.next(roots(1, 310), OptionalInt.of(3), ALL);
        assertEquals(Shards.spread(roots(1, 310), 3), settled.parts());
        assertTrue(settled.move().isEmpty());
    }

    @Test
    void whoLeavesKeepsItsPartUntilTheOthersHaveIt() {
        Allotment three = settled(MANY, 3);
        List<Demands> spread = Shards.spread(FEW, 1);

        Allotment leaving = three.next(FEW, OptionalInt.of(1), NONE);
        assertEquals(List.of(spread.get(0), three.parts().get(1), three.parts().get(2)), leaving.parts());
        assertSame(leaving, leaving.next(FEW, OptionalInt.of(1), connection -> connection > 0));

        assertEquals(
                List.of(FEW),
                leaving.next(FEW, OptionalInt.of(1), connection -> connection == 0)
                        .parts());
    }

    @Test
    void aMoveThatIsNoLongerNeededIsGivenUp() {
        Allotment growing = Allotment.of(FEW).next(MANY, OptionalInt.of(2), NONE);
        assertEquals(List.of(FEW), growing.next(FEW, OptionalInt.of(1), NONE).parts());

        Allotment three = settled(MANY, 3);
        Allotment leaving = three.next(FEW, OptionalInt.of(1), NONE);
        assertEquals(three.parts(), leaving.next(MANY, OptionalInt.of(3), NONE).parts());
    }

    @Test
    void whereNothingHelpsOneConnectionHasAll() {
        assertEquals(
                List.of(MANY),
                settled(MANY, 3).next(MANY, OptionalInt.empty(), NONE).parts());
        Allotment growing = Allotment.of(FEW).next(MANY, OptionalInt.of(2), NONE);
        assertEquals(
                List.of(MANY), growing.next(MANY, OptionalInt.empty(), NONE).parts());
    }

    /** Whatever comes: no value that the settled connections share, and one has live, is ever with nobody. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noValueIsEverBetweenTwoConnections(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Allotment now = Allotment.of(FEW);
        int count = 100;
        List<Demands> live = List.of(FEW);
        for (int step = 0; step < 60; step++) {
            if (random.nextInt(4) == 0) {
                count += random.nextInt(20);
            }
            List<Demands> parts = now.parts();
            List<Demands> had = live;
            Allotment next = now.next(
                    roots(1, count),
                    OptionalInt.of(1 + random.nextInt(Shards.MOST)),
                    i -> i < had.size() && had.get(i).equals(parts.get(i)));
            assertTrue(next.parts().size() <= parts.size() + 1, "one at a time");

            Set<String> covered = values(next.parts());
            Set<String> lost = new TreeSet<>(values(live));
            lost.retainAll(values(now.held()));
            lost.removeAll(covered);
            assertEquals(Set.of(), lost);
            live = opened(live, next.parts(), random);
            now = next;
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    /** Some connections have what they are to have, others still what they had. */
    private static List<Demands> opened(List<Demands> live, List<Demands> parts, SplittableRandom random) {
        List<Demands> now = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            boolean opens = random.nextInt(3) > 0;
            now.add(opens ? parts.get(i) : i < live.size() ? live.get(i) : Demands.NONE);
        }
        return now;
    }

    private static Set<String> values(List<Demands> parts) {
        Set<String> values = new HashSet<>();
        parts.forEach(part -> part.all().forEach(demand -> values.addAll(demand.values())));
        return values;
    }

    private static Allotment settled(Demands wanted, int connections) {
        Allotment now = Allotment.of(wanted);
        while (now.held().size() < connections) {
            now = now.next(wanted, OptionalInt.of(connections), ALL);
        }
        return now;
    }

    private static Demands roots(long seed, int count) {
        return GitDemands.roots(Asked.ids(new SplittableRandom(seed), count));
    }
}
