package dev.sluice.profile;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.time.Time;
import java.util.concurrent.locks.ReentrantLock;

/** Tokens that come back evenly. Any thread may take some. */
final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Rate rate;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private double tokens;

    @GuardedBy("lock")
    private long seenNanos;

    TokenBucket(Rate rate, Time time) {
        this.rate = rate;
        this.time = time;
        this.tokens = rate.burst();
        this.seenNanos = time.nanos();
    }

    /** Takes so many, or none when there are fewer. */
    boolean take(long wanted) {
        lock.lock();
        try {
            long now = time.nanos();
            double came = (now - seenNanos) / NANOS_PER_SECOND * rate.count() / rate.seconds();
            tokens = Math.min((double) rate.burst(), tokens + came);
            seenNanos = now;
            boolean enough = tokens >= wanted;
            tokens -= enough ? wanted : 0;
            return enough;
        } finally {
            lock.unlock();
        }
    }
}
