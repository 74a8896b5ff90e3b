package dev.sluice.time;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The only clock of policy, and the only way to wait for a moment. Nanoseconds count from an arbitrary origin and may be
 * negative, so moments are compared by difference: {@code now - deadline >= 0}.
 */
public interface Time {

    /** The present moment in nanoseconds since an arbitrary origin. */
    long nanos();

    /** Blocks until the moment has come; returns at once when it has passed. An interrupt ends the wait. */
    void sleepUntil(long deadlineNanos) throws InterruptedException;

    /**
     * Waits on a condition of a lock that the caller holds until it is signalled or the moment has come. Like every wait
     * on a condition it may wake for no reason: callers loop.
     *
     * @return false when the moment has come
     */
    boolean await(ReentrantLock lock, Condition condition, long deadlineNanos) throws InterruptedException;

    /** Blocks for a span of time. */
    default void sleep(Duration span) throws InterruptedException {
        sleepUntil(nanos() + span.toNanos());
    }

    /** The moment that lies a span of time ahead. */
    default long after(Duration span) {
        return nanos() + span.toNanos();
    }

    /** Whether a moment has come. */
    default boolean reached(long deadlineNanos) {
        return nanos() - deadlineNanos >= 0;
    }

    /** The machine's monotonic clock. */
    static Time system() {
        return SystemTime.INSTANCE;
    }
}
