package dev.sluice.pace;

import dev.sluice.time.Time;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next dial of one relay: 5 s, twice as long after each end, up to 1 h, give or take a
 * fifth so that relays which fell together do not rise together. Only a connection that held for 60 s starts over. Used
 * by one thread.
 */
public final class Backoff {

    static final Duration FIRST = Duration.ofSeconds(5);
    static final Duration MOST = Duration.ofHours(1);
    static final Duration STABLE = Duration.ofSeconds(60);
    private static final double JITTER = 0.2;

    private final Time time;
    private final RandomGenerator random;
    private Duration next = FIRST;
    private OptionalLong connectedNanos = OptionalLong.empty();
    private OptionalLong endedNanos = OptionalLong.empty();

    public Backoff(Time time, RandomGenerator random) {
        this.time = time;
        this.random = random;
    }

    /** A connection is up: from here on it has to hold. */
    public void connected() {
        connectedNanos = OptionalLong.of(time.nanos());
    }

    /** The connection had ended by then, which may be before anybody took notice. */
    public void ended(long nanos) {
        endedNanos = OptionalLong.of(nanos);
    }

    /** The wait after a failed dial or an ended connection. */
    public Duration delay() {
        return delay(Duration.ZERO);
    }

    /** The same, and not shorter than what the relay asked for (Retry-After), within reason. */
    public Duration delay(Duration asked) {
        if (isStable()) {
            next = FIRST;
        }
        connectedNanos = OptionalLong.empty();
        endedNanos = OptionalLong.empty();
        Duration delay = jittered(next);
        next = least(next.multipliedBy(2), MOST);
        Duration atLeast = least(asked, MOST);
        return delay.compareTo(atLeast) < 0 ? atLeast : delay;
    }

    /** Whether the connection that is up has held long enough to start over after it. */
    public boolean isStable() {
        long end = endedNanos.isPresent() ? endedNanos.getAsLong() : time.nanos();
        return connectedNanos.isPresent() && end - connectedNanos.getAsLong() >= STABLE.toNanos();
    }

    private Duration jittered(Duration delay) {
        double factor = random.nextDouble(1 - JITTER, 1 + JITTER);
        return Duration.ofNanos((long) (delay.toNanos() * factor));
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
