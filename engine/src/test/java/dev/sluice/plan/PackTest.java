package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(20)
class PackTest {

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nothingIsLostNothingDoubledAndNoBoundPassed(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Bounds bounds = Asked.bounds(random);
        List<Demand> demands = Asked.demands(Tier.ESSENTIAL, random);

        GroupSet packed = GroupSet.pack(demands, bounds);

        Asked.assertWithin(bounds, packed.groups());
        assertEquals(Asked.values(demands, bounds), Asked.values(packed.groups()));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theOrderOfNamingMakesNoDifference(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Bounds bounds = Asked.bounds(random);
        List<Demand> demands = Asked.demands(Tier.ESSENTIAL, random);
        List<Demand> otherwise = new ArrayList<>();
        for (Demand demand : Asked.shuffled(demands, random)) {
            otherwise.add(demand.field()
                    .map(field ->
                            Demand.of(demand.tier(), demand.base(), field, Asked.shuffled(demand.values(), random)))
                    .orElse(demand));
        }

        List<Group> one = GroupSet.pack(demands, bounds).groups();
        List<Group> other = GroupSet.pack(new Demands(otherwise).all(), bounds).groups();

        assertEquals(one, other);
        assertEquals(
                one.stream().map(Group::identity).toList(),
                other.stream().map(Group::identity).toList());
    }

    @Test
    void windowsArePartOfAGroupsIdentity() {
        Demand always = Demand.of(Tier.ESSENTIAL, Filter.ALL, Asked.E, List.of("x"));
        Demand since = Demand.of(Tier.ESSENTIAL, Filter.ALL.withSince(OptionalLong.of(5)), Asked.E, List.of("x"));

        assertTrue(!identity(always).equals(identity(since)));
        assertEquals(64, identity(always).length());
    }

    @Test
    void aReqIsFilledThoughAFullFilterIsNoPartOfIt() {
        Bounds undocumented = new Bounds(10, 60_000, 32 * 1024, Integer.MAX_VALUE);
        List<String> ids = Asked.ids(new SplittableRandom(1), 10_000);
        List<Demand> demands = List.of(Demand.of(Tier.ESSENTIAL, Filter.ALL, Asked.E, ids));

        assertEquals(
                Math.ceilDiv(10_000 * 67, 60_000),
                GroupSet.pack(demands, undocumented).size());
    }

    @Test
    void whatIsTooLargeIsReportedAndTheRestStays() {
        Bounds bounds = new Bounds(10, 2_000, 1_000, Integer.MAX_VALUE);
        String large = "é".repeat(600);
        Demand listed = Demand.of(Tier.ESSENTIAL, Filter.ALL, Field.tag('d'), List.of("a", large, "z"));
        Filter whole = Filter.ALL.withTag('t', Set.of(large, "x"));
        Filter hopeless = Filter.ALL.withTag('t', Set.of(large)).withKinds(Set.of(1));

        GroupSet packed = GroupSet.pack(
                List.of(listed, Demand.of(Tier.ESSENTIAL, whole), Demand.of(Tier.ESSENTIAL, hopeless)), bounds);

        assertEquals(
                List.of(Filter.ALL.withTag('d', Set.of("a", "z")), Filter.ALL.withTag('t', Set.of("x"))),
                packed.groups().get(0).filters());
        assertEquals(1, packed.size());
        assertEquals(
                List.of(large, large, large),
                packed.oversized().stream().map(Oversized::value).toList());
        assertEquals(1_203, packed.oversized().get(0).bytes());
    }

    private static String identity(Demand demand) {
        return GroupSet.pack(List.of(demand), Asked.defaults()).groups().get(0).identity();
    }
}
