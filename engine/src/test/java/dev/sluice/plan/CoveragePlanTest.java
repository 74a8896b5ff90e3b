package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class CoveragePlanTest {
    private static final Bounds BOUNDS = Asked.defaults();

    /** As large as what once overran a relay. */
    private static Demands incident() {
        SplittableRandom random = new SplittableRandom(869);
        String owner = Asked.id(random);
        List<String> identifiers =
                IntStream.range(0, 750).mapToObj(i -> "repository-" + i).toList();
        List<String> coordinates = IntStream.range(0, 869)
                .mapToObj(i -> "30617:" + (i < 750 ? owner : Asked.id(random)) + ":repository-" + i % 750)
                .toList();
        return GitDemands.announcements()
                .and(GitDemands.states(identifiers))
                .and(GitDemands.repositories(coordinates))
                .and(GitDemands.roots(Asked.ids(random, 3_632)));
    }

    @Test
    void theIncidentTakesElevenReqs() {
        CoveragePlan plan = CoveragePlan.of(incident(), BOUNDS, Room.of(20));

        assertEquals(List.of(Tier.ROOT, Tier.CORE), plan.liveTiers());
        assertEquals(11, plan.live().size());
        assertEquals(4, plan.essential().size());
        int filters = plan.essential().filters() + plan.tiers().filters();
        assertTrue(Math.abs(34 - filters) <= 1, filters + " filters");
        Asked.assertWithin(BOUNDS, plan.live());
    }

    /** Descendants too: of the incident's REQs 4 are essential, 3 name roots, 4 more name cores, then 2 and 1. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // subscriptions, live slots, live tiers, rotating tiers
                "1, 0, -, -",
                "2, 0, -, -",
                "3, 0, -, -",
                "5, 0, -, -",
                "10, 7, ROOT, CORE DESCENDANT DESCENDANT_QUOTE",
                "20, 14, ROOT CORE DESCENDANT DESCENDANT_QUOTE, -",
                "50, 14, ROOT CORE DESCENDANT DESCENDANT_QUOTE, -",
                "200, 14, ROOT CORE DESCENDANT DESCENDANT_QUOTE, -"
            })
    void whatIsLiveFollowsFromTheSubscriptions(int subscriptions, int slots, String live, String rotating) {
        Demands demands = incident().and(GitDemands.descendants(Asked.ids(new SplittableRandom(2), 2_500), List.of()));

        CoveragePlan plan = CoveragePlan.of(demands, BOUNDS, Room.of(subscriptions));

        assertEquals(slots, plan.live().size());
        assertEquals(slots > 0, plan.isLive());
        assertEquals(tiers(live), plan.liveTiers());
        assertEquals(Set.copyOf(tiers(rotating)), plan.rotating().keySet());
    }

    private static List<Tier> tiers(String names) {
        return names == null
                ? List.of()
                : List.of(names.split(" ")).stream().map(Tier::valueOf).toList();
    }

    @Test
    void aSmallSetIsLiveOnTwoSubscriptionsAndItsTiersRotate() {
        Demands demands = GitDemands.roots(Asked.ids(new SplittableRandom(3), 5));

        assertFalse(CoveragePlan.of(demands, BOUNDS, Room.of(1)).isLive());
        for (int subscriptions : new int[] {2, 3}) {
            CoveragePlan plan = CoveragePlan.of(demands, BOUNDS, Room.of(subscriptions));
            assertEquals(1, plan.live().size());
            assertEquals(Set.of(Tier.ROOT, Tier.CORE), plan.rotating().keySet());
        }
        assertEquals(
                List.of(Tier.ROOT, Tier.CORE),
                CoveragePlan.of(demands, BOUNDS, Room.of(5)).liveTiers());
    }

    @Test
    void aLaterTierIsNotLiveInPlaceOfALargeOne() {
        SplittableRandom random = new SplittableRandom(4);
        List<String> many = Asked.ids(random, 10_000);
        Demands demands = new Demands(List.of(
                Demand.of(Tier.ESSENTIAL, Filter.ALL, Asked.E, List.of("x")),
                Demand.of(Tier.ROOT, Filter.ALL, Field.tag('E'), many),
                Demand.of(Tier.CORE, Filter.ALL, Field.tag('q'), List.of("x"))));

        CoveragePlan plan = CoveragePlan.of(demands, BOUNDS, Room.of(6));

        assertEquals(List.of(), plan.liveTiers());
        assertEquals(7, plan.rotating().get(Tier.ROOT).size());
        assertEquals(1, plan.rotating().get(Tier.CORE).size());
    }

    @Test
    void whatIsEssentialIsNotAskedForAgainButTiersAreIndependent() {
        Filter whole = Filter.ALL.withTag('E', Set.of("w"));
        Demands demands = new Demands(List.of(
                Demand.of(Tier.ESSENTIAL, Filter.ALL, Asked.E, List.of("r", "s")),
                Demand.of(Tier.ESSENTIAL, Filter.ALL.withTag('e', Set.of("r"))),
                Demand.of(Tier.ESSENTIAL, whole),
                Demand.of(Tier.ROOT, Filter.ALL, Field.tag('E'), List.of("w", "x")),
                Demand.of(Tier.ROOT, whole),
                Demand.of(Tier.CORE, Filter.ALL, Field.tag('E'), List.of("x")),
                Demand.of(Tier.DESCENDANT, Filter.ALL, Asked.E, List.of("r", "t"))));

        CoveragePlan plan = CoveragePlan.of(demands, BOUNDS, Room.of(20));

        assertEquals(
                List.of(whole, Filter.ALL.withTag('e', Set.of("r", "s"))).stream()
                        .collect(Collectors.toSet()),
                Set.copyOf(plan.essential().groups().get(0).filters()));
        assertEquals(
                List.of(
                        Filter.ALL.withTag('E', Set.of("x")),
                        Filter.ALL.withTag('E', Set.of("x")),
                        Filter.ALL.withTag('e', Set.of("t"))),
                plan.tiers().groups().get(0).filters());
    }

    @Test
    void aTierThatNoLongerFitsRotatesAndComesBack() {
        SplittableRandom random = new SplittableRandom(5);
        List<String> roots = new ArrayList<>(Asked.ids(random, 4_000));
        CoveragePlan plan = CoveragePlan.of(GitDemands.roots(roots), BOUNDS, Room.of(13));
        assertEquals(List.of(Tier.ROOT, Tier.CORE), plan.liveTiers());
        List<String> fewer = List.copyOf(roots);
        roots.addAll(Asked.ids(random, 1_500));

        CoveragePlan grown = plan.next(GitDemands.roots(roots), Room.of(13));
        CoveragePlan back = grown.next(GitDemands.roots(fewer), Room.of(13));

        assertEquals(List.of(Tier.ROOT), grown.liveTiers());
        assertEquals(Set.of(Tier.CORE), grown.rotating().keySet());
        assertEquals(plan.liveTiers(), back.liveTiers());
        assertEquals(Asked.values(plan.live()), Asked.values(back.live()));
    }

    @Test
    void aConnectionWithFewerSlotsThanWhatIsEssentialHasNothingLiveUntilItFitsAgain() {
        Demands demands = GitDemands.roots(Asked.ids(new SplittableRandom(6), 8_000));
        CoveragePlan plan = CoveragePlan.of(demands, BOUNDS, Room.of(20));

        CoveragePlan poor = plan.next(demands, Room.of(5));

        assertEquals(List.of(), poor.live());
        assertEquals(6, poor.costs().get(Tier.ESSENTIAL).slots());
        assertTrue(poor.rotating().isEmpty() && poor.better().isEmpty());
        assertEquals(plan.live(), poor.next(demands, Room.of(20)).live());
    }

    @Test
    void packingAnewIsBetterWhereFragmentsKeepATierFromBeingLive() {
        Bounds bounds = new Bounds(10, 1_000, 1_000, Integer.MAX_VALUE);
        SplittableRandom random = new SplittableRandom(7);
        List<String> ids = Asked.ids(random, 60).stream().sorted().toList();
        GroupSet fragments = GroupSet.empty(bounds);
        for (int i = 0; i < ids.size(); i += 10) {
            List<Demand> ten = List.of(Demand.of(Tier.ESSENTIAL, Filter.ALL, Asked.E, ids.subList(i, i + 10)));
            fragments = new GroupSet(
                    bounds,
                    java.util.stream.Stream.concat(
                                    fragments.groups().stream(), GroupSet.pack(ten, bounds).groups().stream())
                            .toList(),
                    List.of());
        }
        Demands demands = Demands.of(Demand.of(Tier.ESSENTIAL, Filter.ALL, Asked.E, ids));
        CoveragePlan plan = CoveragePlan.of(demands, bounds, Room.of(8));
        CoveragePlan fragmented = new CoveragePlan(
                plan.demands(),
                plan.room(),
                fragments,
                plan.tiers(),
                List.of(),
                plan.rotating(),
                List.of(),
                plan.costs(),
                List.of());

        assertFalse(fragmented.isLive());
        assertEquals(5, fragmented.better().orElseThrow().live().size());
        assertTrue(plan.better().isEmpty());
    }

    @Test
    void underABoundOnBytesTheLongestPrefixIsLiveAndTheRestIsCaughtUpWith() {
        Demands demands = GitDemands.roots(Asked.ids(new SplittableRandom(8), 3_000));
        Room room = Room.of(20).bytes(120_000);

        CoveragePlan plan = CoveragePlan.of(demands, BOUNDS, room);

        long bytes = plan.live().stream()
                .mapToLong(group -> RequestBytes.of(group.filters()))
                .sum();
        assertTrue(plan.isLive() && bytes <= 120_000 && bytes > 85_000, bytes + " bytes");
        assertEquals(List.of(), plan.liveTiers());
        List<Group> all = new ArrayList<>(plan.live());
        all.addAll(plan.rest());
        assertEquals(Asked.values(demands.of(Tier.ESSENTIAL), BOUNDS), Asked.values(all));
        assertEquals(Set.of(Tier.ROOT, Tier.CORE), plan.rotating().keySet());
    }
}
