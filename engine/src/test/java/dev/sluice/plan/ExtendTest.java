package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(20)
class ExtendTest {

    static LongStream seeds() {
        return LongStream.range(0, 30);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsAddedIsAskedForOnceAndFullGroupsStay(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Bounds bounds = Asked.bounds(random);
        List<Demand> wanted = List.of();
        GroupSet held = GroupSet.empty(bounds);
        for (int step = 0; step < 12; step++) {
            List<Demand> more = Asked.demands(Tier.ESSENTIAL, random);
            wanted = new Demands(Stream.concat(wanted.stream(), more.stream()).toList()).all();
            GroupSet next = random.nextBoolean() ? held.extend(more) : held.next(wanted);

            Asked.assertWithin(bounds, next.groups());
            assertEquals(Asked.values(wanted, bounds), Asked.values(next.groups()));
            assertOnlyTheTailChanges(held, next);
            held = next;
        }
    }

    private static void assertOnlyTheTailChanges(GroupSet held, GroupSet next) {
        Change change = Change.between(held.groups(), next.groups());
        assertTrue(change.closes().stream().noneMatch(group -> group.isFull(held.bounds())));
        assertEquals(next.size(), change.stays().size() + change.opens().size());
        assertEquals(held.size(), change.stays().size() + change.closes().size());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsRemovedIsGoneAndNothingElse(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Bounds bounds = Asked.bounds(random);
        List<Demand> wanted = Asked.demands(Tier.ESSENTIAL, random);
        GroupSet held = GroupSet.pack(wanted, bounds);
        for (int step = 0; step < 8 && !wanted.isEmpty(); step++) {
            List<Demand> left = new ArrayList<>();
            List<Demand> removed = new ArrayList<>();
            wanted.forEach(demand -> part(demand, random, left, removed));
            GroupSet next = random.nextBoolean() ? held.without(removed) : held.next(left);

            Asked.assertWithin(bounds, next.groups());
            assertEquals(Asked.values(left, bounds), Asked.values(next.groups()));
            assertUntouchedGroupsStay(held, next, bounds);
            wanted = left;
            held = next;
        }
    }

    /** Full groups of which nothing was removed are there as before. */
    private static void assertUntouchedGroupsStay(GroupSet held, GroupSet next, Bounds bounds) {
        List<String> values = Asked.values(next.groups());
        for (Group closed : Change.between(held.groups(), next.groups()).closes()) {
            assertTrue(!closed.isFull(bounds) || !values.containsAll(Asked.values(List.of(closed))));
        }
    }

    private static void part(Demand demand, SplittableRandom random, List<Demand> left, List<Demand> removed) {
        if (demand.field().isEmpty()) {
            (random.nextBoolean() ? left : removed).add(demand);
            return;
        }
        List<String> less =
                demand.values().stream().filter(value -> random.nextInt(5) == 0).toList();
        List<String> rest =
                demand.values().stream().filter(value -> !less.contains(value)).toList();
        if (!less.isEmpty()) {
            removed.add(Demand.of(demand.tier(), demand.base(), demand.field().get(), less));
        }
        if (!rest.isEmpty()) {
            left.add(Demand.of(demand.tier(), demand.base(), demand.field().get(), rest));
        }
    }

    @Test
    void chunksThatHaveLostAQuarterAreMerged() {
        List<String> ids =
                Asked.ids(new SplittableRandom(3), 489 * 6).stream().sorted().toList();
        GroupSet held = GroupSet.pack(List.of(e(ids)), Asked.defaults());
        List<String> third = new ArrayList<>();
        for (int i = 0; i < ids.size(); i += 3) {
            third.add(ids.get(i));
        }

        GroupSet next = held.without(List.of(e(third)));

        assertEquals(6, held.filters());
        assertEquals(4, next.filters());
    }

    @Test
    void nothingNewChangesNothing() {
        List<Demand> wanted = Asked.demands(Tier.ESSENTIAL, new SplittableRandom(4));
        GroupSet held = GroupSet.pack(wanted, Asked.defaults());

        assertEquals(held.groups(), held.extend(wanted).groups());
        assertEquals(held.groups(), held.without(List.of()).groups());
        assertEquals(held.groups(), held.next(wanted).groups());
    }

    private static Demand e(List<String> values) {
        return Demand.of(Tier.ESSENTIAL, Filter.ALL, Asked.E, values);
    }
}
