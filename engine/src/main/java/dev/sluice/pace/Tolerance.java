package dev.sluice.pace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.time.Time;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How much a relay may say in vain before it floods: so much at once, and then so much in a second. It belongs to the relay
 * and outlives its connections, so that to hang up and be dialled again renews nothing. Any thread may call.
 */
public final class Tolerance {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Sort, Double> used = new EnumMap<>(Sort.class);

    @GuardedBy("lock")
    private long seenNanos;

    public Tolerance(Time time) {
        this.time = time;
        this.seenNanos = time.nanos();
    }

    /** What is in vain. */
    public enum Sort {
        /**
         * What nobody asked for, or what is no message: as much as may be on its way when requests for four pages of the
         * largest size are closed, or what a talkative relay says of itself.
         */
        UNWANTED(20_000, 100),
        /**
         * Live events that were asked for and bring nothing, as other relays were first or their signatures are wrong: a
         * relay may begin with all that it holds, and everybody may tell of a busy day.
         */
        FRUITLESS(100_000, 1_000);

        private final int burst;
        private final int perSecond;

        Sort(int burst, int perSecond) {
            this.burst = burst;
            this.perSecond = perSecond;
        }

        /** How many are borne at once. */
        public int burst() {
            return burst;
        }
    }

    /** Counts some more; false when that is more than is borne, after which all is borne anew. */
    public boolean bears(Sort sort, long count) {
        lock.lock();
        try {
            long now = time.nanos();
            double seconds = (now - seenNanos) / NANOS_PER_SECOND;
            seenNanos = now;
            used.replaceAll((each, before) -> Math.max(0, before - seconds * each.perSecond));
            double after = used.merge(sort, (double) count, Double::sum);
            boolean borne = after <= sort.burst;
            if (!borne) {
                used.clear();
            }
            return borne;
        } finally {
            lock.unlock();
        }
    }
}
