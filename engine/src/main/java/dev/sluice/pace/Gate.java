package dev.sluice.pace;

import dev.sluice.metrics.GateWait;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Spaces starts. Callers are let through one by one in the order they came; the spacing counts from the actual start, so
 * a stall earns no burst afterwards. One gate serves a relay for as long as it is known.
 */
public final class Gate {

    /** Between starts of history, paging, hydration, retries and negentropy on a foreign relay. */
    public static final Duration BACKGROUND = Duration.ofSeconds(1);

    /** Between starts of live subscriptions. */
    public static final Duration LIVE = Duration.ofMillis(100);

    /** Between negentropy continuations. */
    public static final Duration NEGENTROPY = Duration.ofMillis(100);

    /** Between negentropy continuations after a query-rate refusal. */
    public static final Duration NEGENTROPY_SLOW = Duration.ofSeconds(1);

    /** Between any two starts after the first query-rate refusal. */
    static final Duration REACTIVE_FIRST = Duration.ofMillis(600);

    static final Duration REACTIVE_MOST = Duration.ofSeconds(60);

    private final Time time;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile long spacingNanos;
    private boolean started; // under turn, as is the next
    private long lastStartNanos;

    public Gate(Time time, Duration spacing) {
        this.time = time;
        this.spacingNanos = spacing.toNanos();
    }

    /** A gate that lets everybody through at once: an owned relay, or one that never refused for its query rate. */
    public static Gate open(Time time) {
        return new Gate(time, Duration.ZERO);
    }

    /**
     * Blocks until the caller may start. An interrupt gives the place up and leaves no gap: the next one takes the same
     * moment.
     */
    public void awaitTurn() throws InterruptedException {
        GateWait wait = GateWait.begun();
        turn.lockInterruptibly(); // its fair queue is the queue of callers; held across the sleep on purpose
        try {
            while (started && !time.reached(nextStartNanos())) {
                time.sleepUntil(nextStartNanos());
            }
            started = true;
            lastStartNanos = time.nanos();
        } finally {
            turn.unlock();
        }
        wait.commit();
    }

    /** Changes the spacing, also for those who wait already. */
    public void spacing(Duration spacing) {
        spacingNanos = spacing.toNanos();
    }

    public Duration spacing() {
        return Duration.ofNanos(spacingNanos);
    }

    /** After a query-rate refusal: 600 ms between starts, twice as much after each further episode, up to 60 s. */
    public void widen() {
        Duration twice = spacing().multipliedBy(2);
        spacing(twice.isZero() ? REACTIVE_FIRST : least(twice, REACTIVE_MOST));
    }

    private long nextStartNanos() {
        return lastStartNanos + spacingNanos;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
