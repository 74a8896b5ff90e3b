package dev.sluice.wire;

import java.time.Duration;

/**
 * When to ping, and when a peer counts as gone: arithmetic over moments. Whatever arrives is life, a pong is not needed.
 * Only time in which the reader listens counts as silence: while it is busy elsewhere the peer may be held back by us.
 * Used by the reader alone.
 */
final class Pulse {

    /** As strfry and rust-nostr ping. */
    static final Duration INTERVAL = Duration.ofSeconds(55);

    private static final long INTERVAL_NANOS = INTERVAL.toNanos();
    private static final long SILENCE_NANOS = 2 * INTERVAL_NANOS;

    private long nextPingNanos;
    private long listeningNanos;

    Pulse(long now) {
        nextPingNanos = now + INTERVAL_NANOS;
        listeningNanos = now;
    }

    /** The reader turns to the socket. */
    void listening(long now) {
        listeningNanos = now;
    }

    boolean pingDue(long now) {
        return now - nextPingNanos >= 0;
    }

    void pinged(long now) {
        nextPingNanos = now + INTERVAL_NANOS;
    }

    boolean silent(long now, long heardNanos) {
        return now - silentNanos(heardNanos) >= 0;
    }

    /** The next moment at which something has to be decided. */
    long deadline(long heardNanos) {
        long silent = silentNanos(heardNanos);
        return nextPingNanos - silent < 0 ? nextPingNanos : silent;
    }

    private long silentNanos(long heardNanos) {
        long since = heardNanos - listeningNanos > 0 ? heardNanos : listeningNanos;
        return since + SILENCE_NANOS;
    }
}
