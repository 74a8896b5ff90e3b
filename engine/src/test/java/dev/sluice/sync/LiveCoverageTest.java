package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Counter;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is live on a relay with little room, and what becomes of it when the relay refuses. */
@Timeout(60)
class LiveCoverageTest {
    private static final KeyPair AUTHOR = TestEvents.keyPair(1);

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();

    @AfterEach
    void close() {
        rig.close();
    }

    /** A filter of so many topics, each of which weighs 25 bytes: forty of them take a REQ of a narrow relay. */
    private static Filter topics(int number, int values) {
        Set<String> topics = new HashSet<>();
        IntStream.range(0, values).forEach(i -> topics.add(topic(number, i)));
        return Filter.ALL.withTag('t', topics);
    }

    private static String topic(int filter, int value) {
        return String.format("topic %06d of %06d", value, filter);
    }

    private static Event about(String topic, long createdAt) {
        return TestEvents.signed(AUTHOR, createdAt, 1, List.of(List.of("t", topic)), "about " + topic);
    }

    private static Filter[] filters(int count, int values) {
        return IntStream.range(0, count).mapToObj(i -> topics(i, values)).toArray(Filter[]::new);
    }

    private static Progress.Relay of(Mirror mirror) {
        return mirror.snapshot().relays().get(0);
    }

    /** What was asked to be live; a relay without events is also asked for any single one. */
    private static List<List<Filter>> topical(PlayedRelay relay) {
        return relay.live().stream()
                .map(ClientMessage.Req::filters)
                .filter(filters -> !filters.get(0).tags().isEmpty())
                .toList();
    }

    private void untilWalked(Mirror mirror) throws InterruptedException {
        rig.until(() -> Rig.isWalked(mirror));
    }

    private void untilPassed(Duration span) throws InterruptedException {
        long end = rig.time.after(span);
        rig.until(() -> rig.time.reached(end));
    }

    /** Live has what the margin (2, below six 1, below three none) and one transient slot leave. */
    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "3, 1", "5, 3", "6, 3", "10, 7", "20, 17"})
    void theWholeSetIsLiveWithinItsRoomElseNothing(int budget, int room) throws InterruptedException {
        for (int groups = Math.max(1, room); groups <= room + 1; groups++) {
            PlayedRelay played = new PlayedRelay();
            played.maxSubscriptions = budget;
            try (Rig own = new Rig();
                    PipeDialer dialer = PipeDialer.serving(played).information(Rig.narrow(budget));
                    Mirror mirror = own.start(Rig.staying(filters(groups, 40)), dialer)) {
                own.until(() -> !of(mirror).walks().isEmpty()
                        && of(mirror).walks().stream()
                                .allMatch(walk -> walk.end().equals(Optional.of(WalkEnd.DRAINED))));

                boolean fits = groups <= room;
                assertEquals(
                        fits ? Progress.State.LIVE : Progress.State.HISTORY_ONLY,
                        of(mirror).state());
                int live = fits ? groups : 0;
                own.until(() -> played.newest().openSubscriptions() == live);
                assertEquals(live, topical(played).size(), "none is tried in vain");
                assertEquals(live + 1, played.mostOpen.get(), "and a page beside them");
                assertTrue(played.mostOpen.get() <= budget);
            }
        }
    }

    private void holdsSomething() {
        relay.hold(List.of(about("anything", Rig.T0)));
    }

    @Test
    void aRepairThatFallsIntoAPauseIsDoneOnceWhenItHasExpired() throws InterruptedException {
        holdsSomething();
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilWalked(mirror);
            var id = relay.newest().live().orElseThrow();
            relay.newest().drop(id);
            relay.newest().send(new RelayMessage.Closed(id, "rate-limited: slow down there chief"));
            long broken = rig.time.nanos();
            rig.until(() -> of(mirror).state() == Progress.State.HISTORY_ONLY);

            rig.until(() -> relay.live().size() == 2);
            Duration passed = Duration.ofNanos(rig.time.nanos() - broken);
            assertTrue(passed.compareTo(Duration.ofSeconds(65)) >= 0, "after " + passed);
            untilPassed(Duration.ofMinutes(20));

            assertEquals(2, relay.live().size());
            assertEquals(Progress.State.LIVE, of(mirror).state());
            assertEquals(1, relay.connections.size());
        }
    }

    @Test
    void theCompleteSetIsOpenedAgainWhenOneOfItsGroupsIsClosed() throws InterruptedException {
        try (PipeDialer dialer = PipeDialer.serving(relay).information(Rig.narrow(10));
                Mirror mirror = rig.start(Rig.staying(filters(3, 40)), dialer)) {
            untilWalked(mirror);
            var id = relay.newest().live().orElseThrow();
            relay.newest().drop(id);
            relay.newest().send(new RelayMessage.Closed(id, "error: shutting down"));

            rig.until(() -> topical(relay).size() == 6 && relay.newest().openSubscriptions() == 3);
            assertEquals(topical(relay).subList(0, 3), topical(relay).subList(3, 6));
            // what came meanwhile is owed once the set is open again
            rig.until(() -> rig.metrics.value(Counter.DEBTS) == 1);
        }
    }

    @Test
    void aPageThatTimesOutDoesNotTouchWhatIsLive() throws InterruptedException {
        holdsSomething();
        AtomicInteger pages = new AtomicInteger();
        relay.answers = (connection, message) -> {
            boolean page = message instanceof ClientMessage.Req req
                    && req.filters().get(0).limit().orElse(0) > 1;
            if (page && pages.incrementAndGet() == 1) {
                // the connection is well, only this page is not
                rig.time.sleep(Duration.ofSeconds(90));
                connection.send(new RelayMessage.Notice("good evening"));
                return true;
            }
            return false;
        };
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilWalked(mirror);

            assertEquals(1, rig.metrics.value(Counter.WATCHDOG_CLOSES));
            assertEquals(1, relay.live().size());
            assertEquals(1, relay.connections.size());
            assertEquals(Progress.State.LIVE, of(mirror).state());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid: filter too large", "ERROR: bad req: message too large"})
    void filtersThatAreTooBigAreCutWithinTheConnection(String text) throws InterruptedException {
        relay.hold(List.of(about(topic(0, 7), Rig.T0), about(topic(0, 799), Rig.T0 + 1)));
        AtomicInteger refusals = new AtomicInteger();
        Set<Long> sizes = new HashSet<>();
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Req req && PlayedRelay.bytes(req) > 7_000) {
                refusals.incrementAndGet();
                assertTrue(sizes.add(PlayedRelay.bytes(req)), "the same size twice");
                connection.send(new RelayMessage.Closed(req.id(), text));
                return true;
            }
            return false;
        };
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(topics(0, 800)), dialer)) {
            untilWalked(mirror);
            rig.until(() -> rig.stored() == 2);

            // 20,000 bytes, 10,000, and then 5,000
            assertEquals(2, refusals.get());
            assertEquals(1, relay.connections.size());
            assertEquals(Progress.State.LIVE, of(mirror).state());

            relay.newest().peer.hangUp();
            rig.until(() -> relay.connections.size() == 2 && of(mirror).state() == Progress.State.LIVE);
            assertEquals(2, refusals.get());
        }
    }

    @Test
    void onlyTheNumberOfFiltersIsLoweredByARefusalOfTheirNumber() throws InterruptedException {
        AtomicInteger refusals = new AtomicInteger();
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Req req && req.filters().size() > 1) {
                refusals.incrementAndGet();
                connection.send(new RelayMessage.Closed(req.id(), "blocked: too many filters"));
                return true;
            }
            return false;
        };
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(filters(4, 10)), dialer)) {
            untilWalked(mirror);

            // four filters, then two, then one at a time
            assertEquals(2, refusals.get());
            rig.until(() -> relay.newest().openSubscriptions() == 4);
            assertEquals(4, of(mirror).walks().size(), "filters were not cut");
        }
    }

    @Test
    void aGroupThatIsNeverAnsweredIsClosedOnceAndGivesItsSlotBack() throws InterruptedException {
        holdsSomething();
        AtomicInteger asked = new AtomicInteger();
        relay.answers = (connection, message) -> message instanceof ClientMessage.Req && asked.incrementAndGet() == 1;
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            rig.until(() -> of(mirror).state() == Progress.State.LIVE);
            untilWalked(mirror);

            ClientMessage.Req silent = relay.live().get(0);
            assertEquals(
                    1,
                    relay.messages.stream()
                            .filter(message -> message.equals(new ClientMessage.Close(silent.id())))
                            .count());
            assertEquals(2, relay.live().size());
            rig.until(() -> relay.newest().openSubscriptions() == 1);
        }
    }
}
