package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a relay's refusals teach beyond a connection, and how long it counts. */
@Timeout(60)
class LessonsTest {
    private static final int MOST_BYTES = 25_000;

    private static final List<Event> TAGGED = IntStream.range(0, 40)
            .mapToObj(i -> TestEvents.signed(
                    TestEvents.keyPair(1), Rig.T0 + i, 1, List.of(List.of("t", topic(i))), "note " + i))
            .toList();

    /** Some 30,000 bytes. */
    private static final Filter LARGE = Filter.ALL
            .withKinds(Set.of(1))
            .withTag('t', IntStream.range(0, 440).mapToObj(LessonsTest::topic).collect(Collectors.toSet()));

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay().hold(TAGGED);
    private final AtomicInteger most = new AtomicInteger();

    private static String topic(int i) {
        return "a topic with a name of more than sixty-four characters, number " + i;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** Hangs up on messages that are too large, as strfry, chorus and rust-nostr do. */
    private void cutsLargeMessages() {
        relay.answers = (connection, message) -> {
            int bytes = Codec.encode(message).length();
            most.accumulateAndGet(bytes, Math::max);
            if (message instanceof ClientMessage.Req && bytes > MOST_BYTES) {
                connection.peer.hangUp();
                return true;
            }
            return false;
        };
    }

    private List<WalkEnd> mirrored() throws InterruptedException {
        return rig.run(Rig.once(false, LARGE), relay).stream()
                .map(WalkReport::end)
                .distinct()
                .toList();
    }

    @Test
    void aRelayThatHangsUpOnLargeMessagesGetsSmallerOnesAndIsRemembered() throws InterruptedException {
        cutsLargeMessages();

        assertEquals(List.of(WalkEnd.DRAINED), mirrored());
        assertEquals(TAGGED.size(), rig.stored());
        assertTrue(rig.remembered(RelayMemory.PAYLOAD_BYTES).isPresent());

        most.set(0);
        int connections = relay.connections.size();
        assertEquals(List.of(WalkEnd.DRAINED), mirrored());
        assertTrue(most.get() <= MOST_BYTES, "sent " + most + " bytes again");
        assertEquals(connections + 1, relay.connections.size());
    }

    @Test
    void aLessonIsVoidAfterAWeek() throws InterruptedException {
        cutsLargeMessages();
        mirrored();
        relay.answers = (connection, message) -> {
            most.accumulateAndGet(Codec.encode(message).length(), Math::max);
            return false;
        };
        most.set(0);
        rig.time.advance(Duration.ofDays(8));

        mirrored();

        assertEquals(Optional.empty(), rig.remembered(RelayMemory.PAYLOAD_BYTES));
        assertTrue(most.get() > MOST_BYTES, "never more than " + most + " bytes");
    }

    @Test
    void aMirrorThatStaysTriesItsRelayAnewAfterAWeek() throws InterruptedException {
        relay.answers = (connection, message) -> {
            int bytes = Codec.encode(message).length();
            most.accumulateAndGet(bytes, Math::max);
            if (message instanceof ClientMessage.Req req && bytes > MOST_BYTES && rig.stored() == 0) {
                connection.send(new RelayMessage.Closed(req.id(), "error: message too large (max 25000)"));
                return true;
            }
            return false;
        };
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(LARGE), dialer)) {
            rig.until(() -> rig.stored() == TAGGED.size());
            long learned = rig.time.nanos();
            int connections = relay.connections.size();
            most.set(0);

            rig.until(() -> most.get() > MOST_BYTES);

            Duration passed = Duration.ofNanos(rig.time.nanos() - learned);
            assertTrue(passed.toDays() >= 6 && passed.toDays() <= 8, "after " + passed);
            assertEquals(connections + 1, relay.connections.size());
            assertEquals(1, mirror.snapshot().relays().size());
        }
    }

    @ParameterizedTest
    @CsvSource({"429, 300", "503, 300"})
    void aHandshakeThatNamesATimeIsTriedAgainNoSooner(int status, long seconds) throws InterruptedException {
        Dialer.Dialed.Failed busy =
                new Dialer.Dialed.Failed(Dialer.Failure.HANDSHAKE, status, seconds, "HTTP " + status);
        long start = rig.time.nanos();
        try (PipeDialer dialer = PipeDialer.serving(relay).failing(busy);
                Mirror mirror = rig.start(Rig.staying(LARGE), dialer)) {
            rig.until(() -> dialer.dials() == 2);

            long passed = Duration.ofNanos(rig.time.nanos() - start).toSeconds();
            assertTrue(passed >= seconds && passed < 2 * seconds, passed + " s");
            assertEquals(1, mirror.snapshot().relays().size());
        }
    }

    @ParameterizedTest
    @CsvSource({"HANDSHAKE, 429, 65, 130", "CUT_IN_HANDSHAKE, 0, 65, 130", "HANDSHAKE, 502, 4, 10", "TLS, 0, 4, 10"})
    void theAnswerToAHandshakeDecidesWhenItIsTriedAgain(Dialer.Failure failure, int status, long least, long most)
            throws InterruptedException {
        Dialer.Dialed.Failed failed = new Dialer.Dialed.Failed(failure, status, 0, "no");
        long start = rig.time.nanos();
        try (PipeDialer dialer = PipeDialer.serving(relay).failing(failed);
                Mirror mirror = rig.start(Rig.staying(LARGE), dialer)) {
            rig.until(() -> dialer.dials() == 2);

            long passed = Duration.ofNanos(rig.time.nanos() - start).toSeconds();
            assertTrue(passed >= least && passed <= most, passed + " s");
            assertEquals(1, mirror.snapshot().relays().size());
        }
    }
}
