package dev.sluice.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.time.Time;
import java.util.concurrent.locks.ReentrantLock;

/** Tokens that come back evenly. Any thread may take some. */
public final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double burst;
    private final double perSecond;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private double tokens;

    @GuardedBy("lock")
    private long seenNanos;

    /**
     * A full bucket.
     *
     * @param burst how many it holds
     * @param perSecond how many come back in a second
     */
    public TokenBucket(double burst, double perSecond, Time time) {
        this.burst = burst;
        this.perSecond = perSecond;
        this.time = time;
        this.tokens = burst;
        this.seenNanos = time.nanos();
    }

    /** A full bucket of so many a minute, all of which may be taken at once. */
    static TokenBucket perMinute(long count, Time time) {
        return new TokenBucket((double) count, count / 60.0, time);
    }

    /** Takes so many, or none when there are fewer. */
    public boolean take(long wanted) {
        lock.lock();
        try {
            fill();
            boolean enough = tokens >= wanted;
            tokens -= enough ? wanted : 0;
            return enough;
        } finally {
            lock.unlock();
        }
    }

    /** Puts back what was taken for nothing. */
    void giveBack(long taken) {
        lock.lock();
        try {
            tokens = Math.min(burst, tokens + taken);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void fill() {
        long now = time.nanos();
        tokens = Math.min(burst, tokens + (now - seenNanos) / NANOS_PER_SECOND * perSecond);
        seenNanos = now;
    }
}
