package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.pace.Pauses;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** History, from the first page to its end. */
@Timeout(30)
class MirrorTest {
    private static final List<Event> NOTES = Rig.notes(Rig.T0, 1_300);

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allHistoryIsFetchedAndConfirmed(boolean owned) throws InterruptedException {
        relay.hold(NOTES);

        List<WalkReport> reports = rig.run(Rig.once(owned, Filter.ALL), relay);

        assertEquals(List.of(new WalkReport(Rig.URL, Filter.ALL, WalkEnd.DRAINED)), reports);
        assertEquals(1_300, rig.stored());
        Coverage.Interval held = rig.coverage(Filter.ALL).complete().orElseThrow();
        assertEquals(0, held.from());
        assertTrue(held.to() >= 1_750_000_000);
    }

    @ParameterizedTest
    @CsvSource({"500, false", "250, false", "100, true"})
    void aRelayMayCapItsPagesAndLeaveOutTheBoundary(int cap, boolean exclusive) throws InterruptedException {
        relay.hold(NOTES);
        relay.cap = cap;
        relay.exclusive = exclusive;

        List<WalkReport> reports = rig.run(Rig.once(true, Filter.ALL), relay);

        assertEquals(WalkEnd.DRAINED, reports.get(0).end());
        assertEquals(1_300, rig.stored());
    }

    @Test
    void liveIsOpenedBeforeHistoryWithoutACursorAndWithALimitOfOne() throws InterruptedException {
        relay.hold(NOTES);

        rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(
                List.of(Filter.ALL.withLimit(OptionalInt.of(1))),
                relay.requests().get(0).filters());
        assertEquals(OptionalLong.empty(), relay.pages().get(0).until());
    }

    @Test
    void historyOnAForeignRelayStartsOnePageASecond() throws InterruptedException {
        relay.hold(NOTES);
        long before = rig.time.nanos();

        rig.run(Rig.once(false, Filter.ALL), relay);

        long seconds = Duration.ofNanos(rig.time.nanos() - before).toSeconds();
        assertEquals(4, relay.pages().size());
        assertTrue(seconds >= 3, seconds + " s");
        assertTrue(relay.pages().stream().allMatch(page -> page.limit().equals(OptionalInt.of(500))));
    }

    @Test
    void aSocketCutInTheMiddleOfAPageLosesNothing() throws InterruptedException {
        relay.hold(NOTES);
        AtomicInteger pages = new AtomicInteger();
        relay.answers = (connection, message) -> {
            boolean second = message instanceof ClientMessage.Req req
                    && req.filters().get(0).until().isPresent()
                    && pages.incrementAndGet() == 1;
            if (second) {
                ClientMessage.Req req = (ClientMessage.Req) message;
                for (Event event : relay.page(req.filters().get(0)).subList(0, 200)) {
                    connection.send(new RelayMessage.Delivery(req.id(), event));
                }
                connection.peer.hangUp();
            }
            return second;
        };

        List<WalkReport> reports = rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(WalkEnd.DRAINED, reports.get(0).end());
        assertEquals(1_300, rig.stored());
        // the page that was cut is asked again as it was: its filter, and its end of the window
        List<Filter> asked = relay.pages();
        Filter cut = asked.get(1);
        assertTrue(asked.subList(2, asked.size()).contains(cut), asked.toString());
    }

    @Test
    void anEndBeforeTheFirstEoseConfirmsNothing() throws InterruptedException {
        relay.hold(NOTES);
        relay.answers = (connection, message) -> {
            boolean page = message instanceof ClientMessage.Req req
                    && req.filters().get(0).limit().orElse(0) > 1;
            if (page) {
                ClientMessage.Req req = (ClientMessage.Req) message;
                for (Event event : relay.page(req.filters().get(0)).subList(0, 200)) {
                    connection.send(new RelayMessage.Delivery(req.id(), event));
                }
                connection.peer.hangUp();
            }
            return page;
        };

        List<WalkReport> reports = rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(WalkEnd.CLOSED, reports.get(0).end());
        assertEquals(Coverage.NONE, rig.coverage(Filter.ALL));
        rig.until(() -> rig.stored() == 200);
    }

    /** A relay whose queue for a client is bounded drops one that does not read. */
    @Test
    void whileTheArchiveWritesNothingWhatARelaySendsIsReadAllTheSame() throws InterruptedException {
        relay.hold(Rig.notes(Rig.T0, 1_200));
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            rig.until(() -> relay.pages().size() == 1);
            rig.archive.holdWrites();

            // as much as may be unsettled
            rig.until(() -> relay.pages().size() == 2 && relay.closes() == 2);
            assertTrue(rig.stored() < 1_000);

            rig.archive.release();
            rig.until(() -> rig.stored() == 1_200);
            assertEquals(1, relay.connections.size());
        }
    }

    @Test
    void aRestartGoesOnWhereItStood() throws InterruptedException {
        // so many pages that the walk is still open when it is first seen
        relay.hold(Rig.notes(Rig.T0, 3_300));
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            rig.until(() -> !relay.pages().isEmpty() && rig.stored() >= 500);
            rig.until(this::walkIsOpen);
            assertTrue(mirror.snapshot().relays().get(0).walks().get(0).end().isEmpty());
        }
        long cursor = rig.coverage(Filter.ALL).walk().orElseThrow().cursor();
        long start = rig.coverage(Filter.ALL).walk().orElseThrow().start();
        relay.messages.clear();

        List<WalkReport> reports = rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(WalkEnd.DRAINED, reports.get(0).end());
        assertEquals(3_300, rig.stored());
        List<Filter> asked = relay.pages();
        // what is new since the walk began, with the overlap, and then the open page
        assertEquals(OptionalLong.of(start - 120), asked.get(0).since());
        assertTrue(asked.stream().anyMatch(page -> page.until().equals(OptionalLong.of(cursor - 1))));
        assertTrue(asked.stream()
                .allMatch(page -> page.since().isPresent() || page.until().orElseThrow() < cursor));
    }

    private boolean walkIsOpen() {
        try {
            return rig.coverage(Filter.ALL).walk().isPresent();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCompleteHistoryIsOnlyTopped() throws InterruptedException {
        relay.hold(NOTES);
        rig.run(Rig.once(false, Filter.ALL), relay);
        long held = rig.coverage(Filter.ALL).complete().orElseThrow().to();
        relay.messages.clear();
        Event late = Rig.note(held + 1, "late");
        relay.hold(List.of(late));
        rig.time.advance(Duration.ofSeconds(10));

        rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(OptionalLong.of(held - 120), relay.pages().get(0).since());
        assertEquals(2, relay.pages().size());
        rig.assertHolds(List.of(late));
        assertTrue(rig.coverage(Filter.ALL).complete().orElseThrow().to() > held);
    }

    @Test
    void eachRelayIsWalkedByItsOwnCursor() throws InterruptedException {
        RelayUrl other = RelayUrl.parse("wss://other.test").orElseThrow();
        List<Event> older = Rig.notes(Rig.T0 - 100_000, 400);
        PlayedRelay shallow = new PlayedRelay().hold(older);
        shallow.cap = 100;
        relay.hold(NOTES);
        PipeDialer.Script both = peer -> (peer.relay().getHost().equals("other.test") ? shallow : relay).run(peer);
        MirrorPlan plan = MirrorPlan.once(
                List.of(new MirrorPlan.Source(Rig.URL, true), new MirrorPlan.Source(other, true)), List.of(Filter.ALL));

        try (PipeDialer dialer = PipeDialer.serving(both);
                Mirror mirror = rig.start(plan, dialer)) {
            rig.until(() -> mirror.snapshot().relays().stream().allMatch(one -> one.state() == Progress.State.ENDED));
            assertTrue(mirror.awaitHistory().stream().allMatch(report -> report.end() == WalkEnd.DRAINED));
        }

        assertEquals(1_700, rig.stored());
    }

    @Test
    void aSlowRelayIsWaitedForAlthoughAnotherIsDone() throws InterruptedException {
        RelayUrl slow = RelayUrl.parse("wss://slow.test").orElseThrow();
        PlayedRelay late = new PlayedRelay().hold(NOTES.subList(0, 50));
        late.answers = (connection, message) -> {
            rig.time.sleep(Duration.ofSeconds(3));
            return false;
        };
        PipeDialer.Script both = peer -> (peer.relay().getHost().equals("slow.test") ? late : relay).run(peer);
        MirrorPlan plan = MirrorPlan.once(
                List.of(new MirrorPlan.Source(Rig.URL, true), new MirrorPlan.Source(slow, true)), List.of(Filter.ALL));

        try (PipeDialer dialer = PipeDialer.serving(both);
                Mirror mirror = rig.start(plan, dialer)) {
            rig.until(() -> mirror.snapshot().relays().stream().allMatch(one -> one.state() == Progress.State.ENDED));
        }

        assertEquals(50, rig.stored());
    }

    @Test
    void closeIsSentOnlyAfterTheRelayHasEndedTheRequest() throws InterruptedException {
        relay.hold(NOTES);
        AtomicBoolean early = new AtomicBoolean();
        Set<Object> ended = java.util.concurrent.ConcurrentHashMap.newKeySet();
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Close close) {
                early.compareAndSet(false, !ended.contains(close.id()));
            } else if (message instanceof ClientMessage.Req req) {
                connection.take(req);
                ended.add(req.id());
                return true;
            }
            return false;
        };

        rig.run(Rig.once(true, Filter.ALL), relay);

        assertTrue(relay.closes() >= 2);
        assertEquals(false, early.get());
    }

    @Test
    void aRelayThatHangsUpOnEveryCloseIsMirroredAllTheSame() throws InterruptedException {
        relay.hold(NOTES.subList(0, 900));
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Close) {
                connection.peer.hangUp();
            }
            return false;
        };

        List<WalkReport> reports = rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(WalkEnd.DRAINED, reports.get(0).end());
        assertEquals(900, rig.stored());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 10, 20})
    void theAdvertisedNumberOfSubscriptionsIsNeverExceeded(int max) throws InterruptedException {
        relay.hold(NOTES.subList(0, 200));
        relay.maxSubscriptions = max;
        Filter[] watches = java.util.stream.IntStream.range(0, 25)
                .mapToObj(i -> Filter.ALL.withKinds(Set.of(i)))
                .toArray(Filter[]::new);
        try (PipeDialer dialer =
                        PipeDialer.serving(relay).information("{\"limitation\":{\"max_subscriptions\":" + max + "}}");
                Mirror mirror = rig.start(Rig.once(true, watches), dialer)) {
            rig.until(() -> mirror.snapshot().relays().get(0).state() == Progress.State.ENDED);
            assertTrue(mirror.awaitHistory().stream().allMatch(report -> report.end() == WalkEnd.DRAINED));
        }

        assertTrue(relay.mostOpen.get() <= max, relay.mostOpen + " of " + max);
    }

    @Test
    void aLimitThatNobodyAdvertisedIsLearnedFromTheRefusal() throws InterruptedException {
        relay.hold(NOTES);
        relay.maxSubscriptions = 1;

        List<WalkReport> reports = rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(WalkEnd.DRAINED, reports.get(0).end());
        assertEquals(1_300, rig.stored());
        assertEquals(Optional.of("1"), rig.remembered(RelayMemory.MAX_SUBSCRIPTIONS));
    }

    @Test
    void aRelayThatRefusesEveryRequestByNoticeEndsAndLeaksNoSlot() throws InterruptedException {
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Req) {
                connection.send(new RelayMessage.Notice("subscription id too long"));
                return true;
            }
            return false;
        };

        List<WalkReport> reports = rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(WalkEnd.CLOSED, reports.get(0).end());
        assertEquals(1, relay.requests().size());
        assertTrue(rig.metrics.value(dev.sluice.metrics.Counter.REFUSALS_POLICY_PAUSE) >= 1);
    }

    @Test
    void aRelayThatWantsToKnowUsEndsWithThatReason() throws InterruptedException {
        relay.answers = refusing("auth-required: who are you?");

        assertEquals(
                WalkEnd.AUTH, rig.run(Rig.once(false, Filter.ALL), relay).get(0).end());
    }

    @Test
    void aRateRefusalPausesAndTheWalkGoesOnAfterwards() throws InterruptedException {
        relay.hold(NOTES);
        AtomicInteger requests = new AtomicInteger();
        PlayedRelay.Answers once = refusing("rate-limited: slow down there chief");
        relay.answers = (connection, message) -> message instanceof ClientMessage.Req
                && requests.incrementAndGet() == 3
                && once.answer(connection, message);
        long before = rig.time.nanos();

        List<WalkReport> reports = rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(WalkEnd.DRAINED, reports.get(0).end());
        assertEquals(1_300, rig.stored());
        assertTrue(rig.time.nanos() - before >= Duration.ofSeconds(65).toNanos());
    }

    @Test
    void aFilterThatIsRefusedForWordsUnknownRestsAloneWhileOthersGoOn() throws InterruptedException {
        relay.hold(NOTES);
        Filter good = Filter.ALL.withKinds(Set.of(1));
        Filter bad = Filter.ALL.withKinds(Set.of(7));
        PlayedRelay.Answers refuses = refusing("the stars are not right");
        relay.answers = (connection, message) -> message instanceof ClientMessage.Req req
                && req.filters().size() == 1
                && bad.kinds().equals(req.filters().get(0).kinds())
                && refuses.answer(connection, message);

        Map<Filter, WalkEnd> ends = new java.util.HashMap<>();
        rig.run(Rig.once(false, bad, good), relay).forEach(report -> ends.put(report.filter(), report.end()));

        assertEquals(Map.of(good, WalkEnd.DRAINED, bad, WalkEnd.CLOSED), ends);
        assertEquals(1_300, rig.stored());
    }

    @Test
    void aRelayThatTakesTwoFiltersARequestIsAskedWithTwo() throws InterruptedException {
        relay.hold(NOTES.subList(0, 100));
        PlayedRelay.Answers refuses = refusing("blocked: too many filters");
        relay.answers = (connection, message) -> message instanceof ClientMessage.Req req
                && req.filters().size() > 2
                && refuses.answer(connection, message);
        Filter[] watches = java.util.stream.IntStream.range(0, 8)
                .mapToObj(i -> Filter.ALL.withKinds(Set.of(i)))
                .toArray(Filter[]::new);

        List<WalkReport> reports = rig.run(Rig.once(false, watches), relay);

        assertTrue(reports.stream().allMatch(report -> report.end() == WalkEnd.DRAINED));
        List<Integer> sizes = relay.requests().stream()
                .map(req -> req.filters().size())
                .filter(size -> size > 1)
                .toList();
        assertEquals(List.of(8, 2, 2, 2, 2), sizes);
    }

    @Test
    void aRelayThatIsOutOfReachEndsWithThatReason() throws InterruptedException {
        Dialer.Dialed.Failed refused = new Dialer.Dialed.Failed(Dialer.Failure.UNREACHABLE, 0, 0, "refused");
        try (PipeDialer dialer = PipeDialer.serving(relay).failing(refused, refused, refused, refused);
                Mirror mirror = rig.start(Rig.once(false, Filter.ALL), dialer)) {
            rig.until(() -> mirror.snapshot().relays().get(0).state() == Progress.State.ENDED);

            assertEquals(WalkEnd.UNREACHABLE, mirror.awaitHistory().get(0).end());
            assertEquals(4, dialer.dials());
        }
    }

    @Test
    void aSilentRelayIsGivenUpAndDialledAgain() throws InterruptedException {
        AtomicInteger requests = new AtomicInteger();
        relay.hold(NOTES);
        relay.answers =
                (connection, message) -> message instanceof ClientMessage.Req && requests.incrementAndGet() == 3;

        List<WalkReport> reports = rig.run(Rig.once(false, Filter.ALL), relay);

        assertEquals(WalkEnd.DRAINED, reports.get(0).end());
        assertEquals(1_300, rig.stored());
        assertEquals(2, relay.connections.size());
    }

    @Test
    void aWatchKeepsItsOwnWindow() throws InterruptedException {
        relay.hold(NOTES);
        Filter window = Filter.ALL.withSince(OptionalLong.of(Rig.T0 + 100)).withUntil(OptionalLong.of(Rig.T0 + 1_199));

        List<WalkReport> reports = rig.run(Rig.once(true, window), relay);

        assertEquals(WalkEnd.DRAINED, reports.get(0).end());
        assertEquals(1_100, rig.stored());
        assertEquals(Optional.empty(), rig.coverage(Filter.ALL).complete());
    }

    @Test
    void aBrokenArchiveEndsTheMirrorWithItsCause() throws InterruptedException {
        relay.hold(NOTES);
        rig.archive.breakDown();
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.once(true, Filter.ALL), dialer)) {
            org.junit.jupiter.api.Assertions.assertThrows(RuntimeException.class, mirror::awaitHistory);
        }
        assertEquals(Optional.empty(), new Pauses(rig.time, rig.metrics).blocked());
    }

    private static PlayedRelay.Answers refusing(String text) {
        return (connection, message) -> {
            if (message instanceof ClientMessage.Req req) {
                connection.drop(req.id());
                connection.send(new RelayMessage.Closed(req.id(), text));
                return true;
            }
            return false;
        };
    }
}
