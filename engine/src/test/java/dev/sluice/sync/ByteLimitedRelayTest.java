package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A relay that bears only so many bytes of open subscriptions: what fits is live, and the rest is caught up with. */
@Timeout(60)
class ByteLimitedRelayTest {
    private static final KeyPair AUTHOR = TestEvents.keyPair(1);
    private static final int CAP = 20_000;

    /** Each weighs 3,000 bytes: four are live beside a page of a quarter of the cap. */
    private static final int FILTERS = 12;

    private static final Filter[] WATCHES =
            IntStream.range(0, FILTERS).mapToObj(ByteLimitedRelayTest::watch).toArray(Filter[]::new);

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicLong mostBytes = new AtomicLong();
    private volatile long cap = CAP;

    ByteLimitedRelayTest() {
        relay.answers = (connection, message) -> {
            if (!(message instanceof ClientMessage.Req req)) {
                return false;
            }
            long bytes = connection.bytesWith(req);
            if (bytes <= cap) {
                mostBytes.accumulateAndGet(bytes, Math::max);
                return false;
            }
            refusals.incrementAndGet();
            connection.send(new RelayMessage.Closed(
                    req.id(), "rate-limited: active subscriptions exceed max size " + cap + " bytes"));
            return true;
        };
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static Filter watch(int number) {
        Set<String> topics = IntStream.range(0, 120)
                .mapToObj(i -> String.format("topic %06d of %06d", i, number))
                .collect(Collectors.toSet());
        return Filter.ALL.withTag('t', topics);
    }

    private static Event about(int filter, long createdAt) {
        String topic = String.format("topic %06d of %06d", 5, filter);
        return TestEvents.signed(AUTHOR, createdAt, 1, List.of(List.of("t", topic)), "of " + filter);
    }

    private static Progress.Relay of(Mirror mirror) {
        return mirror.snapshot().relays().get(0);
    }

    private void untilWalked(Mirror mirror) throws InterruptedException {
        rig.until(() -> of(mirror).walks().size() == FILTERS
                && of(mirror).walks().stream().allMatch(walk -> walk.end().equals(Optional.of(WalkEnd.DRAINED))));
    }

    private void pass(Duration span) throws InterruptedException {
        long end = rig.time.after(span);
        rig.until(() -> rig.time.reached(end));
    }

    private List<Filter> live() {
        return relay.newest().openFilters().stream()
                .map(filter -> filter.withLimit(OptionalInt.empty()))
                .toList();
    }

    private List<Filter> behind() {
        List<Filter> live = live();
        return List.of(WATCHES).stream().filter(watch -> !live.contains(watch)).toList();
    }

    @Test
    void whatFitsIsLiveAndTheRestIsLookedAtEveryFiveMinutes() throws InterruptedException {
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(WATCHES), dialer)) {
            untilWalked(mirror);

            assertEquals(1, refusals.get());
            assertEquals(Progress.State.LIVE, of(mirror).state());
            rig.until(() -> relay.newest().openSubscriptions() == 4);
            assertEquals(8, of(mirror).notLive());
            assertEquals(Optional.of("" + CAP), rig.remembered(RelayMemory.RETAINED_BYTES));
            List<Filter> behind = behind();
            assertEquals(8, behind.size());

            relay.messages.clear();
            long before = rig.time.seconds();
            pass(Duration.ofMinutes(50));
            for (Filter filter : behind) {
                List<Filter> pages = relay.pages().stream()
                        .filter(page -> filter.tags().equals(page.tags()))
                        .filter(page -> page.until().isEmpty())
                        .toList();
                assertTrue(pages.size() >= 9 && pages.size() <= 11, pages.size() + " looks in fifty minutes");
                long since = pages.get(1).since().orElseThrow()
                        - pages.get(0).since().orElseThrow();
                assertTrue(since >= 300 && since <= 320, "the second begins " + since + " s after the first");
                assertTrue(pages.get(0).since().orElseThrow() >= before - 300 - CatchUp.OVERLAP_SECONDS - 20);
            }
            assertEquals(1, refusals.get());
            assertEquals(1, relay.connections.size());
            assertTrue(mostBytes.get() <= CAP);
        }
    }

    @Test
    void whatIsPublishedComesAtOnceOrWithinFiveMinutes() throws InterruptedException {
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(WATCHES), dialer)) {
            untilWalked(mirror);
            rig.until(() -> relay.newest().openSubscriptions() == 4);
            long published = rig.time.nanos();
            for (int i = 0; i < FILTERS; i++) {
                relay.publish(about(i, rig.time.seconds()));
            }
            rig.until(() -> rig.stored() == FILTERS);

            Duration passed = Duration.ofNanos(rig.time.nanos() - published);
            assertTrue(passed.compareTo(CatchUp.EVERY.plusSeconds(20)) <= 0, "after " + passed);
        }
    }

    @Test
    void theCapOutlivesConnectionsAndProcesses() throws InterruptedException {
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(WATCHES), dialer)) {
            untilWalked(mirror);
            relay.newest().peer.hangUp();
            rig.until(() -> relay.connections.size() == 2 && of(mirror).state() == Progress.State.LIVE);
            rig.until(() -> relay.newest().openSubscriptions() == 4);
        }
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(WATCHES), dialer)) {
            rig.until(() -> relay.connections.size() == 3 && of(mirror).state() == Progress.State.LIVE);
            untilWalked(mirror);
        }
        assertEquals(1, refusals.get());
        assertTrue(mostBytes.get() <= CAP);
    }

    /** The set fits until the relay says otherwise to a page: only as much is closed as has to be. */
    @Test
    void aCapThatAPageRunsIntoMakesLiveSmallerWithoutOpeningItAnew() throws InterruptedException {
        cap = 60_000;
        try (PipeDialer dialer =
                        PipeDialer.serving(relay).information("{\"limitation\":{\"max_message_length\":5000}}");
                Mirror mirror = rig.start(Rig.staying(WATCHES), dialer)) {
            untilWalked(mirror);
            rig.until(() -> relay.newest().openSubscriptions() == FILTERS);
            relay.messages.clear();

            cap = 37_000;
            rig.until(() -> of(mirror).notLive() > 0);
            rig.until(() ->
                    relay.newest().openSubscriptions() == FILTERS - of(mirror).notLive());
            pass(Duration.ofHours(3));

            assertEquals(1, refusals.get());
            assertEquals(List.of(), relay.live());
            assertEquals(1, relay.connections.size());
            assertEquals(2, of(mirror).notLive());
        }
    }

    @Test
    void filtersAreCutToAQuarterOfASmallCap() throws InterruptedException {
        cap = 5_000;
        relay.hold(List.of(about(0, Rig.T0), about(1, Rig.T0 + 1)));
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(WATCHES[0], WATCHES[1]), dialer)) {
            rig.until(() -> rig.stored() == 2 && of(mirror).state() == Progress.State.LIVE);
            rig.until(() ->
                    of(mirror).walks().stream().allMatch(walk -> walk.end().equals(Optional.of(WalkEnd.DRAINED))));

            assertEquals(6, of(mirror).walks().size());
            assertEquals(3, of(mirror).notLive());
            // three of 37 topics, and one with what is left of both watches
            rig.until(() -> relay.newest().openSubscriptions() == 4);
            assertEquals(1, refusals.get());
            assertEquals(1, relay.connections.size());
        }
    }
}
