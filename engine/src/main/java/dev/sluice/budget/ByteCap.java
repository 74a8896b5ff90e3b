package dev.sluice.budget;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes all open subscriptions of a relay may have together: nothing is known until the relay refuses for it,
 * then the number only falls, until it is forgotten. It belongs to the relay and outlives its connections. Any thread may
 * use it.
 */
public final class ByteCap {
    /** A lower number is not meant: not even a few plain filters would fit. */
    static final long LEAST = 4_096;

    /** One request may have this part of it: three that are live, and one that comes and goes. */
    private static final int PARTS = 4;

    private static final long NONE = Long.MAX_VALUE;

    private final AtomicLong most = new AtomicLong(NONE);

    /** Lowers the cap. False when it was as low before. */
    public boolean learn(long bytes) {
        long lower = Math.max(LEAST, bytes);
        return most.getAndUpdate(before -> Math.min(before, lower)) > lower;
    }

    /** Nothing is known any more: the relay may have changed. */
    public void forget() {
        most.set(NONE);
    }

    /** The cap in bytes of whole REQs; empty as long as none is known. */
    public OptionalLong bytes() {
        long known = most.get();
        return known == NONE ? OptionalLong.empty() : OptionalLong.of(known);
    }

    public boolean isKnown() {
        return most.get() != NONE;
    }

    /** What one request may weigh of what it would weigh without the cap. */
    public int ofOne(int bytes) {
        return (int) Math.min(bytes, most.get() / PARTS);
    }

    /** What live subscriptions may weigh together, so that one more request of a size fits beside them. */
    public long live(int transientBytes) {
        return most.get() - ofOne(transientBytes);
    }
}
