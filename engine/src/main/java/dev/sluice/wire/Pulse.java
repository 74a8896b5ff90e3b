package dev.sluice.wire;

import java.time.Duration;

/**
 * When to ping, and when a peer counts as gone: arithmetic over moments. Whatever arrives is life, a pong is not needed.
 * Only time in which the reader listens counts as silence: while it is busy elsewhere the peer may be held back by us.
 *
 * <p>When messages stop coming, a few pings go out early. The JDK loses a hang-up without close frame that meets a
 * running callback or missing demand (InternalError in its transport, seen on 25.0.3), and then only writing shows that
 * the peer is gone: the first ping draws a reset, the second meets it, the third fails.
 *
 * <p>Used by the reader alone.
 */
final class Pulse {

    /** As strfry and rust-nostr ping. */
    static final Duration INTERVAL = Duration.ofSeconds(55);

    /** How long messages stop before the early pings. */
    static final Duration KNOCK_AFTER = Duration.ofSeconds(5);

    static final Duration KNOCK_SPACING = Duration.ofSeconds(1);
    static final int KNOCKS = 3;

    private long nextPingNanos;
    private long listeningNanos;
    private long nextKnockNanos;
    private long firstKnockNanos;
    private int knocks;

    Pulse(long now) {
        nextPingNanos = now + INTERVAL.toNanos();
        listening(now);
    }

    /** The reader turns to the socket. */
    void listening(long now) {
        listeningNanos = now;
        nextKnockNanos = now + KNOCK_AFTER.toNanos();
        knocks = 0;
    }

    boolean pingDue(long now, long heardNanos) {
        return now - nextSendNanos(heardNanos) >= 0;
    }

    void pinged(long now) {
        nextPingNanos = now + INTERVAL.toNanos();
        nextKnockNanos = now + KNOCK_SPACING.toNanos();
        firstKnockNanos = knocks == 0 ? now : firstKnockNanos;
        knocks++;
    }

    boolean silent(long now, long heardNanos) {
        return now - silentNanos(heardNanos) >= 0;
    }

    /** The next moment at which something has to be decided. */
    long deadline(long heardNanos) {
        return earlier(nextSendNanos(heardNanos), silentNanos(heardNanos));
    }

    private long nextSendNanos(long heardNanos) {
        return knocking(heardNanos) ? earlier(nextKnockNanos, nextPingNanos) : nextPingNanos;
    }

    /** Until something answers or the knocks are used up. */
    private boolean knocking(long heardNanos) {
        boolean answered = knocks > 0 && heardNanos - firstKnockNanos >= 0;
        return knocks < KNOCKS && !answered;
    }

    private long silentNanos(long heardNanos) {
        long since = heardNanos - listeningNanos > 0 ? heardNanos : listeningNanos;
        return since + 2 * INTERVAL.toNanos();
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }
}
