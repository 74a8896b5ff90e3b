package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Gauge;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.pace.Pauses;
import dev.sluice.pace.Tolerance.Sort;
import dev.sluice.wire.RelaySocket.Cause;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Relays that talk without end: what nobody asked for is borne up to a bound, then the relay is left alone. */
@Timeout(30)
class FloodTest {
    private static final Filter LIVE = Filter.ALL.withKinds(Set.of(7)).withLimit(OptionalInt.of(1));
    private static final String FOREIGN = Codec.encode(new RelayMessage.Delivery(id("r1"), SessionRig.note(1)));

    /** What had come before the session hung up. */
    private static final int UNREAD = 64;

    private final SessionRig rig = new SessionRig();

    @AfterEach
    void close() {
        rig.close();
    }

    static Stream<String> idleTalk() {
        return Stream.of(
                FOREIGN,
                FOREIGN.replace("r1", "r77"),
                "[\"EVENT\",\"r1\",{\"id\":0}]",
                "[\"EOSE\",\"r77\"]",
                "[\"CLOSED\",\"r77\",\"\"]",
                "[\"NOTICE\",\"hello\"]",
                "[\"AUTH\",\"challenge\"]",
                "[\"OK\",\"" + SessionRig.note(1).id() + "\",true,\"\"]",
                "[\"COUNT\",\"r1\",{\"count\":5}]",
                "[\"NEG-MSG\",\"r1\",\"61\"]",
                "[\"NEG-ERR\",\"r1\",\"closed: \"]",
                "no message at all");
    }

    @ParameterizedTest
    @MethodSource("idleTalk")
    void aRelayThatTalksWithoutEndIsPausedAndHungUpOn(String said) throws InterruptedException {
        openLive(LIVE);
        int heard = saidUntilTheEnd(said, Sort.UNWANTED, 100, 1_000);

        assertTrue(heard > 100 && heard <= 101 + UNREAD, "heard: " + heard);
        assertEquals(Optional.of(Duration.ofMinutes(5)), rig.pace.pauses().left(Pauses.Kind.FLOOD));
        assertEquals(1, rig.metrics.value(Counter.PAUSES_FLOOD));
        assertEquals(Set.of(), rig.metrics.beyond());
        assertEquals(0, rig.archive.statistics().events());
    }

    @Test
    void liveEventsThatOthersHadBeforeAreNoIdleTalk() throws InterruptedException {
        Request live = openLive(Filter.ALL);
        assertTrue(rig.pace.tolerance().bears(Sort.UNWANTED, Sort.UNWANTED.burst()));
        for (int i = 0; i < 1_000; i++) {
            rig.delivers(live.id(), SessionRig.note(i % 10));
        }
        rig.until(() -> rig.metrics.value(Counter.EVENTS_RECEIVED) == 1_000);

        assertEquals(Optional.empty(), rig.pace.pauses().blocked());
        rig.until(() -> rig.archive.statistics().events() == 10);
    }

    @Test
    void aRelayThatRepeatsItselfWithoutEndIsPaused() throws InterruptedException {
        Request live = openLive(Filter.ALL);
        String said = Codec.encode(new RelayMessage.Delivery(live.id(), SessionRig.note(1)));
        // what is on its way to the archive has brought nothing yet
        int heard = saidUntilTheEnd(said, Sort.FRUITLESS, 1_000, 20_000);

        assertTrue(heard > 1_000, "heard: " + heard);
        assertEquals(1, rig.metrics.value(Counter.PAUSES_FLOOD));
        assertEquals(1, rig.archive.statistics().events());
    }

    @Test
    void theNextFloodIsPausedForTwiceAsLong() throws InterruptedException {
        openLive(LIVE);
        assertTrue(saidUntilTheEnd(FOREIGN, Sort.UNWANTED, 10, 1_000) > 10);
        rig.time.advance(Duration.ofMinutes(5));
        assertEquals(Optional.empty(), rig.pace.pauses().blocked());
        assertTrue(rig.pace.pauses().begin(Pauses.Kind.FLOOD));
        assertEquals(Optional.of(Duration.ofMinutes(10)), rig.pace.pauses().left(Pauses.Kind.FLOOD));
    }

    @Test
    void aPageThatIsFloodedEndsAloneAndOnlyWhatGoesOnAfterItsEndIsAFloodOfTheRelay() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES.withKinds(Set.of(7)));
        for (int i = 0; i <= 50; i++) {
            assertTrue(rig.peer.text(FOREIGN));
        }
        assertInstanceOf(Terminal.Flooded.class, page.await());
        page.close();
        assertEquals(Optional.empty(), rig.pace.pauses().blocked());

        assertTrue(saidUntilTheEnd(FOREIGN, Sort.UNWANTED, 0, 1_000) > 0);
        assertTrue(rig.pace.pauses().left(Pauses.Kind.FLOOD).isPresent());
    }

    private Request openLive(Filter filter) throws InterruptedException {
        Request live = rig.live(filter);
        rig.eose(live.id());
        live.await();
        return live;
    }

    /** Says it, of which so much is still borne, until the session hangs up; how often it was heard by then. */
    private int saidUntilTheEnd(String said, Sort sort, int borne, int most) throws InterruptedException {
        long before = rig.metrics.value(Counter.MESSAGES_RECEIVED);
        assertTrue(rig.pace.tolerance().bears(sort, sort.burst() - borne));
        for (int i = 0; i < most && rig.peer.text(said); i++) {
            assertEquals(Set.of(), rig.metrics.beyond());
        }
        assertEquals(Cause.CLOSED_BY_US, rig.peer.awaitEnd().cause());
        rig.until(() -> rig.metrics.value(Gauge.CONNECTIONS) == 0);
        return (int) (rig.metrics.value(Counter.MESSAGES_RECEIVED) - before);
    }

    private static SubscriptionId id(String id) {
        return new SubscriptionId(id);
    }
}
