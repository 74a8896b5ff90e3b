package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.Coverage.Interval;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Field;
import dev.sluice.plan.Tier;
import dev.sluice.time.ManualTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BasesTest {
    private static final Field E = Field.tag('e');

    private final ManualTime time = new ManualTime();
    private final MemoryArchive archive = new MemoryArchive(time, Rig.URL);
    private final Bases bases = new Bases(Rig.URL, Demands.NONE, archive, time);

    @AfterEach
    void close() {
        archive.close();
    }

    @Test
    void growthAsksOnlyForWhatIsNew() throws Exception {
        Base first = bases.want(wanted(0, 10)).get(0);
        held(first, 100);

        List<Base> grown = bases.want(wanted(0, 12));

        assertSame(first, grown.get(0));
        assertEquals(List.of("v0010", "v0011"), grown.get(1).what().values());
        assertEquals(Coverage.NONE, grown.get(1).coverage());
    }

    @Test
    void whatIsCutSmallerIsNotAskedForAgain() throws Exception {
        held(bases.want(wanted(0, 100)).get(0), 100);

        List<Base> cut = bases.cut(300);

        assertEquals(3, cut.size());
        cut.forEach(base -> assertEquals(upTo(100), base.coverage()));
        assertEquals(100, values(cut).size());
    }

    @Test
    void coverageOutlivesAnotherGrouping() throws Exception {
        record(wanted(0, 10), upTo(50));
        record(wanted(10, 20), upTo(70));

        List<Base> read = bases.want(wanted(0, 25));

        assertEquals(
                Set.of(upTo(50), Coverage.NONE),
                Set.copyOf(read.stream().map(Base::coverage).toList()));
        assertEquals(2, read.size());
        assertEquals(25, values(read).size());
    }

    @Test
    void smallGroupsThatAreHeldBecomeOneWithWhatAllOfThemHold() throws Exception {
        bases.want(wanted(0, 10)).forEach(base -> held(base, 100));
        bases.want(wanted(0, 20)).forEach(base -> held(base, 200));
        bases.now().get(0).covered(upTo(100));

        Base one = assertOne(bases.want(wanted(0, 20)));

        assertEquals(upTo(100), one.coverage());
        assertEquals(20, one.what().values().size());
    }

    @Test
    void whatIsBeingWalkedStays() throws Exception {
        bases.want(wanted(0, 10)).forEach(base -> held(base, 100));
        List<Base> two = bases.want(wanted(0, 20));
        two.forEach(base -> held(base, 100));
        two.get(1).walking(true);

        assertEquals(two, bases.want(wanted(0, 20)));
    }

    @Test
    void removedValuesAreNotAskedForAndTheOthersKeepWhatTheyHold() throws Exception {
        held(bases.want(wanted(0, 10)).get(0), 100);

        Base left = assertOne(bases.want(wanted(5, 10)));

        assertEquals(5, left.what().values().size());
        assertEquals(upTo(100), left.coverage());
    }

    @Test
    void aValueOfSeveralTiersIsWalkedOnce() throws Exception {
        Demands tiers = Demands.of(
                Demand.of(Tier.ESSENTIAL, Filter.ALL, E, List.of("a", "b")),
                Demand.of(Tier.DESCENDANT, Filter.ALL, E, List.of("b", "c")));

        assertEquals(List.of("a", "b", "c"), assertOne(bases.want(tiers)).what().values());
    }

    @Test
    void dripsOfGrowthEndInFewFilters() throws Exception {
        for (int size = 7; size <= 2_000; size += 7) {
            bases.want(wanted(0, size)).forEach(base -> held(base, 100));
        }
        List<Base> all = bases.cut(32 * 1_024);

        assertEquals(1_995, values(all).size());
        assertEquals(
                1_995,
                all.stream().mapToInt(base -> base.what().values().size()).sum());
        assertTrue(all.size() <= 3, all.size() + " filters");
    }

    private static Base assertOne(List<Base> bases) {
        assertEquals(1, bases.size());
        return bases.get(0);
    }

    private static Set<String> values(List<Base> bases) {
        Set<String> values = new TreeSet<>();
        bases.forEach(base -> values.addAll(base.what().values()));
        return values;
    }

    private static void held(Base base, long to) {
        base.covered(upTo(to));
    }

    private void record(Demands demands, Coverage coverage) throws Exception {
        Demand demand = demands.all().get(0);
        List<CoverageEntry> entries = demand.values().stream()
                .map(value -> new CoverageEntry(new CoverageKey(Rig.URL, demand.family(), value), coverage))
                .toList();
        archive.submit(new Write.Progress(entries, List.of(), true)).get();
    }

    private static Coverage upTo(long to) {
        return new Coverage(Optional.of(new Interval(0, to)), Optional.empty());
    }

    private static Demands wanted(int from, int to) {
        List<String> values =
                IntStream.range(from, to).mapToObj(i -> "v%04d".formatted(i)).toList();
        return Demands.of(Demand.of(Tier.ESSENTIAL, Filter.ALL, E, values));
    }
}
