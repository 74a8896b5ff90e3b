package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage.Hint;
import dev.sluice.session.Arrivals;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class PageWalkTest {
    private static final long NOW = 1_700_000_000;

    @ParameterizedTest
    @ValueSource(ints = {500, 375, 250, 100, 17})
    void everythingComesFromARelayThatCapsItsPages(int cap) {
        PagedRelay relay = new PagedRelay(spread(1_234));
        relay.cap = cap;

        assertEquals(WalkEnd.DRAINED, walk(relay, paging()));
        assertAllSent(relay, 1_234);
    }

    @Test
    void theFirstEndOfStoredEventsIsNotTheEnd() {
        PagedRelay relay = new PagedRelay(spread(501));

        walk(relay, paging());

        assertAllSent(relay, 501);
        assertEquals(OptionalLong.empty(), relay.asked.get(0).until());
    }

    @Test
    void everyPageAsksForAnExplicitLimit() {
        PagedRelay relay = new PagedRelay(spread(700));

        walk(relay, paging());

        assertTrue(relay.asked.stream().allMatch(filter -> filter.limit().equals(OptionalInt.of(500))));
    }

    @Test
    void aPageOfOneRepeatedEventEndsTheWalk() {
        PagedRelay relay = new PagedRelay(spread(1));

        assertEquals(WalkEnd.DRAINED, walk(relay, paging()));
        assertEquals(2, relay.asked.size());
    }

    @Test
    void anEmptyRelayIsDrainedByOnePage() {
        PagedRelay relay = new PagedRelay(List.of());

        assertEquals(WalkEnd.DRAINED, walk(relay, paging()));
        assertEquals(1, relay.asked.size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noEventAtAPageBoundaryIsLostWhetherUntilIsInclusiveOrNot(boolean exclusive) {
        PagedRelay relay = new PagedRelay(fives(1_000));
        relay.cap = 102;
        relay.exclusive = exclusive;

        assertEquals(WalkEnd.DRAINED, walk(relay, paging()));
        assertAllSent(relay, 1_000);
    }

    @Test
    void anEventThatWentAwayBetweenTwoPagesDoesNotMakeTheRelayExclusive() {
        Paging paging = paging();
        PageWalk walk = new PageWalk(Filter.ALL, OptionalLong.empty(), OptionalLong.of(NOW), true, NOW, paging);
        PagedRelay relay = new PagedRelay(List.of(PagedRelay.event(NOW - 5, 1, 1)));

        assertEquals(new PageWalk.Step.Next(), walk.observe(relay.answer(walk.ask())));
        assertEquals(OptionalLong.of(NOW + 1), walk.ask().until());
        walk.observe(relay.answer(walk.ask()));

        assertFalse(paging.isExclusive());
    }

    @Test
    void aShortPageIsNoProofOfTheEnd() {
        PagedRelay relay = new PagedRelay(spread(2_000));
        relay.withheld = event -> event.id().w3() % 5 == 0;

        assertEquals(WalkEnd.DRAINED, walk(relay, paging()));
        assertAllSent(relay, 1_600);
    }

    @Test
    void aRelayThatIgnoresUntilIsFoundOut() {
        PagedRelay relay = new PagedRelay(spread(1_000));
        relay.ignoresUntil = true;

        assertEquals(WalkEnd.IGNORES_UNTIL, walk(relay, paging()));
        assertEquals(2, relay.asked.size());
    }

    @Test
    void oneResultMoreThanAskedForIsTaken() {
        PagedRelay relay = new PagedRelay(spread(1_100));
        relay.extra = 1;

        assertEquals(WalkEnd.DRAINED, walk(relay, paging()));
        assertAllSent(relay, 1_100);
    }

    @Test
    void aRelayThatAnswersItsOldestEventsIsWalkedForward() {
        PagedRelay relay = new PagedRelay(fives(1_000));
        relay.oldestFirst = true;
        relay.cap = 103;

        assertEquals(WalkEnd.DRAINED, walk(relay, paging()));
        assertAllSent(relay, 1_000);
    }

    @Test
    void nothingIsCertainBeforeAForwardWalkHasReachedTheTop() {
        PagedRelay relay = new PagedRelay(spread(1_000));
        relay.oldestFirst = true;
        PageWalk walk = walk();

        while (relay.sent.size() < 1_000) {
            assertEquals(OptionalLong.empty(), walk.cursor());
            walk.observe(relay.answer(walk.ask()));
        }
    }

    @Test
    void aRelayThatOnlySortsItsNewestEventsOldestFirstIsAskedForwardOnce() {
        PagedRelay relay = new PagedRelay(spread(2_000));
        relay.sortsAscending = true;

        assertEquals(WalkEnd.DRAINED, walk(relay, paging()));
        assertAllSent(relay, 2_000);
        assertEquals(1, relay.asked.stream().filter(f -> f.since().isPresent()).count());
    }

    @Test
    void anAdvertisedDefaultThatLiesIsNoLongerTrusted() {
        PagedRelay relay = new PagedRelay(spread(1_000));
        relay.cap = 100;
        Paging paging = new Paging(500, 500, OptionalInt.of(500));

        assertEquals(WalkEnd.DRAINED, walk(relay, paging));
        assertAllSent(relay, 1_000);
        assertTrue(paging.isFull(100));
    }

    @Test
    void aSecondDenserThanAPageIsSplitByKind() {
        PagedRelay relay = new PagedRelay(dense(250));
        relay.cap = 100;
        Filter filter = Filter.ALL.withKinds(Set.of(0, 1, 2, 3, 4));

        assertEquals(WalkEnd.DRAINED, walk(relay, filter, paging()));
        assertAllSent(relay, 290);
    }

    @Test
    void aCapBelowTheFloorIsLearnedFromWhatFollowedItsPages() {
        List<Event> events = new ArrayList<>(dense(80));
        events.addAll(spreadFrom(NOW + 1_000, 200));
        PagedRelay relay = new PagedRelay(events);
        relay.cap = 60;

        assertEquals(WalkEnd.DENSE_SECOND, walk(relay, paging()));
    }

    @Test
    void aSecondDenserThanAPageIsFetchedByARaisedLimit() {
        PagedRelay relay = new PagedRelay(dense(900));
        relay.cap = 5_000;

        assertEquals(WalkEnd.DRAINED, walk(relay, new Paging(500, 5_000, OptionalInt.empty())));
        assertAllSent(relay, 940);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDenseSecondThatCannotBeSplitIsReportedAndWhatIsOlderStillComes(boolean exclusive) {
        PagedRelay relay = new PagedRelay(dense(250));
        relay.cap = 100;
        relay.exclusive = exclusive;
        PageWalk walk = walk();

        assertEquals(WalkEnd.DENSE_SECOND, run(walk, relay));
        assertEquals(OptionalLong.of(NOW + 1), walk.cursor());
        assertTrue(relay.sent.containsAll(ids(spreadFrom(NOW - 1, 20))));
    }

    @Test
    void theCursorStandsOneSecondAboveTheOldestEvent() {
        PagedRelay relay = new PagedRelay(spread(2_000));
        PageWalk walk = walk();

        walk.observe(relay.answer(walk.ask()));

        assertEquals(OptionalLong.of(NOW - 499 + 1), walk.cursor());
        assertEquals(OptionalLong.of(NOW - 499), walk.ask().until());
    }

    @Test
    void aResumedWalkAsksAgainForItsBoundarySecondOnly() {
        PagedRelay relay = new PagedRelay(spread(2_000));
        PageWalk walk =
                new PageWalk(Filter.ALL, OptionalLong.empty(), OptionalLong.of(NOW - 1_500), true, NOW, paging());

        assertEquals(WalkEnd.DRAINED, run(walk, relay));
        assertAllSent(relay, 500);
    }

    @Test
    void aTaintedPageIsAskedAgainAndNeverDrains() {
        PageWalk walk = walk();
        Page tainted = new Page(Arrivals.NONE, Hint.NONE, true);

        assertEquals(new PageWalk.Step.Next(), walk.observe(tainted));
        assertEquals(new PageWalk.Step.Next(), walk.observe(tainted));
        assertEquals(new PageWalk.Step.Ended(WalkEnd.CLOSED), walk.observe(tainted));
        assertEquals(OptionalLong.empty(), walk.cursor());
    }

    @Test
    void aFinishHintSparesTheLastPage() {
        PagedRelay relay = new PagedRelay(spread(700));
        relay.honest = true;

        assertEquals(WalkEnd.DRAINED, walk(relay, paging()));
        assertEquals(2, relay.asked.size());
    }

    @Test
    void aWindowIsNeverNegative() {
        PagedRelay relay = new PagedRelay(List.of(PagedRelay.event(0, 1, 1), PagedRelay.event(0, 2, 1)));
        relay.exclusive = true;

        walk(relay, paging());

        assertTrue(relay.asked.stream()
                .allMatch(f -> f.until().orElse(0) >= 0 && f.since().orElse(0) >= 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverTheHabitsADrainedWalkHasSeenAll(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 10; round++) {
            int count = random.nextInt(1, 1_000);
            int seconds = random.nextInt(1, 2 * count);
            List<Event> events = IntStream.range(0, count)
                    .mapToObj(i -> PagedRelay.event(NOW - random.nextInt(seconds), i, i % 3))
                    .toList();
            PagedRelay relay = new PagedRelay(events);
            relay.cap = random.nextInt(20, 600);
            relay.exclusive = random.nextInt(4) == 0;
            relay.oldestFirst = random.nextInt(4) == 0;
            relay.sortsAscending = !relay.oldestFirst && random.nextInt(4) == 0;
            relay.extra = random.nextInt(2);
            String case_ = "seed " + seed + " round " + round + " cap " + relay.cap + " exclusive " + relay.exclusive
                    + " oldest " + relay.oldestFirst + " sorts " + relay.sortsAscending + " count " + count + " in "
                    + seconds;

            WalkEnd end = walk(relay, paging());

            assertTrue(end == WalkEnd.DRAINED || end == WalkEnd.DENSE_SECOND, case_);
            if (end == WalkEnd.DRAINED) {
                assertEquals(count, relay.sent.size(), case_);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    void aWalkInShortRangesSeesAllAsWell(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 5; round++) {
            int count = random.nextInt(1, 600);
            int scale = random.nextInt(2) == 0 ? random.nextInt(1, 40) : random.nextInt(1, 3_000);
            List<Event> events = IntStream.range(0, count)
                    .mapToObj(i -> PagedRelay.event(NOW + 50 - random.nextInt(count) * (long) scale, i, i % 3))
                    .toList();
            PagedRelay relay = new PagedRelay(events);
            relay.cap = random.nextInt(20, 600);
            relay.exclusive = random.nextInt(4) == 0;
            relay.oldestFirst = random.nextInt(4) == 0;
            relay.sortsAscending = !relay.oldestFirst && random.nextInt(4) == 0;
            Paging paging = paging();
            IntStream.range(0, random.nextInt(1, 7)).forEach(i -> paging.narrow());
            long span = paging.span().orElseThrow();
            String case_ = "seed " + seed + " round " + round + " cap " + relay.cap + " exclusive " + relay.exclusive
                    + " oldest " + relay.oldestFirst + " sorts " + relay.sortsAscending + " count " + count + " scale "
                    + scale + " span " + span;

            WalkEnd end = walk(relay, paging);

            assertTrue(end == WalkEnd.DRAINED || end == WalkEnd.DENSE_SECOND, case_);
            if (end == WalkEnd.DRAINED) {
                assertEquals(count, relay.sent.size(), case_);
            }
        }
    }

    @Test
    void anEmptyPastTakesFewRanges() {
        PagedRelay relay = new PagedRelay(spread(1));
        Paging paging = paging();
        IntStream.range(0, 6).forEach(i -> paging.narrow());

        assertEquals(WalkEnd.DRAINED, walk(relay, paging));

        assertTrue(relay.asked.size() < 30, relay.asked.size() + " pages from an hour to half a century");
        assertEquals(OptionalLong.of(NOW - 3_600), relay.asked.get(0).since());
        assertEquals(
                OptionalLong.empty(), relay.asked.get(relay.asked.size() - 1).since());
    }

    @Test
    void theCursorStandsAboveTheFloorOfARangeThatIsDone() {
        PagedRelay relay = new PagedRelay(List.of(PagedRelay.event(NOW - 10, 1, 1)));
        Paging paging = paging();
        IntStream.range(0, 6).forEach(i -> paging.narrow());
        PageWalk walk = new PageWalk(Filter.ALL, OptionalLong.empty(), OptionalLong.empty(), false, NOW, paging);

        walk.observe(relay.answer(walk.ask()));
        assertEquals(OptionalLong.of(NOW - 9), walk.cursor());
        walk.observe(relay.answer(walk.ask()));

        assertEquals(OptionalLong.of(NOW - 3_599), walk.cursor());
        assertEquals(OptionalLong.of(NOW - 3_599), walk.ask().until());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noEventAtTheFloorOfARangeIsLostWhetherSinceIsInclusiveOrNot(boolean exclusive) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            events.add(PagedRelay.event(NOW - 3_605 + i, i, 1));
        }
        PagedRelay relay = new PagedRelay(events);
        relay.exclusive = exclusive;
        Paging paging = paging();
        IntStream.range(0, 6).forEach(i -> paging.narrow());

        assertEquals(WalkEnd.DRAINED, walk(relay, paging));

        assertAllSent(relay, 10);
    }

    private static PageWalk walk() {
        return new PageWalk(Filter.ALL, OptionalLong.empty(), OptionalLong.empty(), false, NOW, paging());
    }

    private static WalkEnd walk(PagedRelay relay, Paging paging) {
        return walk(relay, Filter.ALL, paging);
    }

    private static WalkEnd walk(PagedRelay relay, Filter filter, Paging paging) {
        return run(new PageWalk(filter, OptionalLong.empty(), OptionalLong.empty(), false, NOW, paging), relay);
    }

    private static WalkEnd run(PageWalk walk, PagedRelay relay) {
        for (int pages = 0; pages < 2_000; pages++) {
            if (walk.observe(relay.answer(walk.ask())) instanceof PageWalk.Step.Ended ended) {
                return ended.reason();
            }
        }
        throw new AssertionError("no end in sight: " + walk.ask());
    }

    private static Paging paging() {
        return new Paging(500, 500, OptionalInt.empty());
    }

    private static List<Event> spread(int count) {
        return spreadFrom(NOW, count);
    }

    private static List<Event> spreadFrom(long newest, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> PagedRelay.event(newest - i, i, i % 5))
                .toList();
    }

    private static List<Event> fives(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> PagedRelay.event(NOW - i / 5, i, 1))
                .toList();
    }

    /** A dense second between twenty newer and twenty older events. */
    private static List<Event> dense(int count) {
        List<Event> events = new ArrayList<>(spreadFrom(NOW + 20, 20));
        events.addAll(spreadFrom(NOW - 1, 20));
        IntStream.range(0, count).forEach(i -> events.add(PagedRelay.event(NOW, 1_000 + i, i % 5)));
        return events;
    }

    private static Set<EventId> ids(List<Event> events) {
        Set<EventId> ids = new HashSet<>();
        events.forEach(event -> ids.add(event.id()));
        return ids;
    }

    private static void assertAllSent(PagedRelay relay, int count) {
        assertEquals(count, relay.sent.size());
    }
}
