package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.PipeDialer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A relay that can't be had sees few connections in its first minute, and one an hour in the end. */
@Timeout(60)
class StormTest {
    private static final Dialer.Dialed CUT =
            new Dialer.Dialed.Failed(Dialer.Failure.CUT_IN_HANDSHAKE, 0, 0, "cut before the answer");

    private static final int MOST_IN_A_MINUTE = 5;

    /** The longest wait less a fifth, which is left to chance. */
    private static final Duration RARELY = Duration.ofMinutes(48);

    private final Rig rig = new Rig();

    /** When the relay saw a connection, for its document or as a relay, in nanoseconds since the start. */
    private final List<Long> accepts = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"welcome", "ERROR: too many connections", "rate-limited: slow down", "restricted: go away"})
    void aRelayThatGreetsAndDrops(String greeting) throws InterruptedException {
        PipeDialer relay = PipeDialer.serving(peer -> peer.text(Codec.encode(new RelayMessage.Notice(greeting))));
        try (relay) {
            assertFew(new Counted(relay));
        }
    }

    @Test
    void aRelayThatDropsEachConnectionAfterTwoSeconds() throws InterruptedException {
        try (PipeDialer relay = PipeDialer.serving(peer -> rig.time.sleep(Duration.ofSeconds(2)))) {
            assertFew(new Counted(relay));
        }
    }

    @Test
    void aRelayThatCutsBeforeItsAnswer() throws InterruptedException {
        try (PipeDialer none = new PipeDialer()) {
            assertFew(new Counted(none) {
                @Override
                public Dialed dial(URI uri) {
                    count();
                    return CUT;
                }
            });
        }
    }

    private void assertFew(Counted dialer) throws InterruptedException {
        long start = rig.time.nanos();
        long end = start + Duration.ofHours(40).toNanos();
        try (Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            rig.until(() -> rig.time.reached(end));
            assertTrue(mirror.snapshot().relays().get(0).state() != Progress.State.ENDED);
        }
        long minute = start + Duration.ofMinutes(1).toNanos();
        long first = accepts.stream().filter(moment -> moment - minute < 0).count();
        assertTrue(first <= MOST_IN_A_MINUTE, first + " connections in the first minute");
        long late = start + Duration.ofHours(28).toNanos();
        // now and then a connection asks for the document anew, at the same moment
        List<Long> last =
                accepts.stream().filter(moment -> moment - late >= 0).distinct().toList();
        assertTrue(!last.isEmpty(), "given up");
        for (int i = 1; i < last.size(); i++) {
            Duration gap = Duration.ofNanos(last.get(i) - last.get(i - 1));
            assertTrue(gap.compareTo(RARELY) >= 0, "again after " + gap);
        }
    }

    /** Counts what would be connections of TCP. */
    private class Counted implements Dialer {
        private final Dialer dialer;

        Counted(Dialer dialer) {
            this.dialer = dialer;
        }

        void count() {
            accepts.add(rig.time.nanos());
        }

        @Override
        public Dialed dial(URI uri) throws InterruptedException {
            count();
            return dialer.dial(uri);
        }

        @Override
        public Fetched information(URI uri) throws InterruptedException {
            count();
            return dialer.information(uri);
        }
    }
}
