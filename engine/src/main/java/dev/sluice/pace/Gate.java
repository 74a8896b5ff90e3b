package dev.sluice.pace;

import dev.sluice.metrics.Counter;
import dev.sluice.metrics.GateWait;
import dev.sluice.metrics.Metrics;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Spaces starts. Callers are let through one by one in the order they came; the spacing counts from the actual start, so
 * a stall earns no burst afterwards. One gate serves a relay for as long as it is known.
 *
 * <p>A gate may lead to another one: then a turn is one at both, and only whoever is at the head of the first waits at the
 * second. So at most one start of each sort queues at a gate that all share.
 */
public final class Gate {

    /** Between negentropy continuations after a query-rate refusal. */
    public static final Duration NEGENTROPY_SLOW = Duration.ofSeconds(1);

    /** Between any two starts after the first query-rate refusal. */
    static final Duration REACTIVE_FIRST = Duration.ofMillis(600);

    static final Duration REACTIVE_MOST = Duration.ofSeconds(60);

    /** The default of the one limiter that is known to count filters, khatru's, gives 20 of them a minute. */
    static final Duration FILTER_SPACING = Duration.ofSeconds(3);

    private final Kind kind;
    private final Time time;
    private final Metrics metrics;
    private final @Nullable Gate next;
    private final Duration usual;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile long spacingNanos;
    private volatile boolean countsFilters;
    private boolean started; // under turn, as are the next two
    private long lastStartNanos;
    private int lastFilters;

    private Gate(Kind kind, Duration spacing, Time time, Metrics metrics, @Nullable Gate next) {
        this.kind = kind;
        this.time = time;
        this.metrics = metrics;
        this.next = next;
        this.usual = spacing;
        this.spacingNanos = spacing.toNanos();
    }

    /** A gate with the spacing of its kind. */
    public static Gate spaced(Kind kind, Time time, Metrics metrics) {
        return new Gate(kind, kind.spacing, time, metrics, null);
    }

    /** A gate that lets everybody through at once: an owned relay, or one that never refused for its query rate. */
    public static Gate open(Kind kind, Time time, Metrics metrics) {
        return new Gate(kind, Duration.ZERO, time, metrics, null);
    }

    /** A gate like this one that nobody has used, and that leads to another. */
    public Gate leadingTo(Gate other) {
        return new Gate(kind, spacing(), time, metrics, other);
    }

    /** The turn of something that asks with one filter, or with none. */
    public void awaitTurn() throws InterruptedException {
        awaitTurn(1);
    }

    /**
     * Blocks until the caller may start. An interrupt gives the place up and leaves no gap: the next one takes the same
     * moment.
     *
     * @param filters how many filters the caller is about to ask with
     */
    public void awaitTurn(int filters) throws InterruptedException {
        GateWait record = GateWait.begun(kind.name());
        long came = time.nanos();
        turn.lockInterruptibly(); // its fair queue is the queue of callers; held across the sleep on purpose
        try {
            while (started && !time.reached(nextStartNanos())) {
                time.sleepUntil(nextStartNanos());
            }
            waited(time.nanos() - came, record);
            if (next != null) {
                next.awaitTurn(filters);
            }
            started = true;
            lastStartNanos = time.nanos();
            lastFilters = filters;
        } finally {
            turn.unlock();
        }
    }

    /** Changes the spacing, also for those who wait already. */
    public void spacing(Duration spacing) {
        spacingNanos = spacing.toNanos();
    }

    public Duration spacing() {
        return Duration.ofNanos(spacingNanos);
    }

    /**
     * After a query-rate refusal: 600 ms between starts, twice as much after each further episode, up to 60 s. Steps that
     * would change nothing are passed over.
     *
     * @param spaced how far apart starts were anyway
     */
    public void widen(Duration spaced) {
        Duration borne = countsFilters && spaced.compareTo(FILTER_SPACING) < 0 ? FILTER_SPACING : spaced;
        Duration wider = spacing();
        do {
            wider = wider.isZero() ? REACTIVE_FIRST : wider.multipliedBy(2);
        } while (wider.compareTo(borne) <= 0);
        spacing(least(wider, REACTIVE_MOST));
    }

    /** Back to the spacing that it began with: what a relay has taught is forgotten. */
    public void narrow() {
        spacing(usual);
    }

    /** The relay counts filters, not requests: from now on the spacing follows a start once for each of its filters. */
    public void countFilters() {
        countsFilters = true;
    }

    private long nextStartNanos() {
        return lastStartNanos + spacingNanos * (countsFilters ? Math.max(1, lastFilters) : 1);
    }

    private void waited(long nanos, GateWait record) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        // less is what it takes to pass an open gate
        if (millis > 0) {
            metrics.count(kind.waits);
            metrics.count(Counter.GATE_WAIT_MILLIS, millis);
            record.commit();
        }
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** What a gate spaces, and how far apart. */
    public enum Kind {
        /** Starts of history, paging, hydration, retries and negentropy. */
        BACKGROUND(Duration.ofSeconds(1), Counter.GATE_WAITS_BACKGROUND),
        /** Starts of live subscriptions. */
        LIVE(Duration.ofMillis(100), Counter.GATE_WAITS_LIVE),
        /** Negentropy continuations. */
        NEGENTROPY(Duration.ofMillis(100), Counter.GATE_WAITS_NEGENTROPY),
        /** Starts of any sort on a relay that has refused for its query rate. */
        REACTIVE(Duration.ZERO, Counter.GATE_WAITS_REACTIVE),
        /** Dials of the whole process. */
        DIAL(Duration.ofMillis(250), Counter.GATE_WAITS_DIAL),
        /** Events sent to a relay that found them too fast. */
        UPLOAD(Duration.ZERO, Counter.GATE_WAITS_UPLOAD);

        private final Duration spacing;
        private final Counter waits;

        Kind(Duration spacing, Counter waits) {
            this.spacing = spacing;
            this.waits = waits;
        }

        /** The time between two starts, unless it is set otherwise. */
        public Duration spacing() {
            return spacing;
        }
    }
}
