package dev.sluice.pace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a relay is known to allow in a time, kept to from the first start on. It is a bucket that fills evenly, as the
 * relay's own is: a burst passes at once, and then as much as flows in. Without a rate everything passes. One serves a
 * relay for as long as it is known.
 */
public final class Allowance {
    /** Of the relay's burst so much is used: what we send evenly may arrive less evenly. */
    private static final double SHARE = 0.9;

    private final Time time;

    /** Its queue is the queue of callers; held across the wait on purpose. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private volatile @Nullable Rate rate;

    @GuardedBy("turn")
    private double used;

    @GuardedBy("turn")
    private long seenNanos;

    /** What a relay counts. */
    public enum Unit {
        /** REQs and the like, however many filters they hold. */
        QUERIES,
        FILTERS
    }

    /**
     * How much a relay takes in a time.
     *
     * @param count in that time
     * @param burst at once after a rest
     */
    public record Rate(Unit unit, int count, Duration time, int burst) {
        public Rate {
            if (count < 1 || burst < 1 || time.isZero() || time.isNegative()) {
                throw new IllegalArgumentException(count + ", " + time + ", " + burst);
            }
        }
    }

    public Allowance(Time time) {
        this.time = time;
        this.seenNanos = time.nanos();
    }

    /** Keeps to a rate from now on, as if nothing had been used of it unless it was kept to before. */
    public void keepTo(Rate allowed) {
        rate = allowed;
    }

    /** Blocks until a start of so many filters is within the rate. An interrupt uses nothing up. */
    public void await(int filters) throws InterruptedException {
        Rate now = rate;
        if (now == null) {
            return;
        }
        double most = Math.max(1, now.burst() * SHARE);
        // what is more than a whole burst passes when the bucket is full
        double cost = Math.min(most, now.unit() == Unit.FILTERS ? filters : 1);
        turn.lockInterruptibly();
        try {
            flow(now);
            while (used + cost > most) {
                time.sleepUntil(time.nanos() + nanos(now, used + cost - most));
                flow(now);
            }
            used += cost;
        } finally {
            turn.unlock();
        }
    }

    @GuardedBy("turn")
    private void flow(Rate now) {
        long nanos = time.nanos();
        double came = (double) (nanos - seenNanos) / now.time().toNanos() * now.count();
        used = Math.max(0, used - came);
        seenNanos = nanos;
    }

    private static long nanos(Rate now, double tokens) {
        return 1 + (long) (tokens / now.count() * now.time().toNanos());
    }
}
