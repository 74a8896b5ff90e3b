package dev.sluice.pace;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The pauses that a relay has earned. Rate, policy, incomplete and flood must all have expired before any start or dial; the
 * negentropy pause stops only the opening of negentropy sessions. One object serves a relay for as long as it is known:
 * neither a new connection nor its handshake ends a pause.
 */
public final class Pauses {

    /** Unpaused for so long without a refusal, a pause begins at its first length again. */
    static final Duration QUIET = Duration.ofMinutes(5);

    private final Time time;
    private final Metrics metrics;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Kind, Pause> pauses = new EnumMap<>(Kind.class);

    public Pauses(Time time, Metrics metrics) {
        this.time = time;
        this.metrics = metrics;
    }

    /**
     * Begins a pause; each is twice as long as the one before. While one of the same kind runs this changes nothing.
     *
     * @return whether a pause began
     */
    @CanIgnoreReturnValue
    public boolean begin(Kind kind) {
        return begin(kind, Duration.ZERO);
    }

    /**
     * The same for a relay that has named a time: the pause is no shorter, though never longer than the longest of its
     * kind. The one that follows is twice as long as this one was meant to be without.
     */
    @CanIgnoreReturnValue
    public boolean begin(Kind kind, Duration least) {
        lock.lock();
        try {
            long now = time.nanos();
            forgetWhenQuiet(now);
            Pause last = pauses.get(kind);
            if (last != null && last.running(now)) {
                return false;
            }
            Pause next = last == null ? Pause.first(kind, now) : last.next(kind, now);
            pauses.put(kind, next.lasting(kind, least, now));
            metrics.count(kind.begun);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** How long starts and dials have to wait; empty when they need not. */
    public Optional<Duration> blocked() {
        return left(false);
    }

    /** How long the opening of a negentropy session has to wait: for its own pause and for all others. */
    public Optional<Duration> blockedNegentropy() {
        return left(true);
    }

    /** Blocks until starts and dials are allowed. */
    public void awaitExpiry() throws InterruptedException {
        Optional<Duration> left = blocked();
        while (left.isPresent()) {
            time.sleep(left.get());
            left = blocked();
        }
    }

    /** How long this one still runs; empty when it does not. */
    public Optional<Duration> left(Kind kind) {
        lock.lock();
        try {
            long now = time.nanos();
            return Optional.ofNullable(pauses.get(kind))
                    .filter(pause -> pause.running(now))
                    .map(pause -> pause.left(now));
        } finally {
            lock.unlock();
        }
    }

    private Optional<Duration> left(boolean negentropy) {
        lock.lock();
        try {
            long now = time.nanos();
            Duration longest = Duration.ZERO;
            for (Map.Entry<Kind, Pause> entry : pauses.entrySet()) {
                Duration left = entry.getValue().left(now);
                boolean counts = negentropy || entry.getKey() != Kind.NEGENTROPY;
                longest = counts && left.compareTo(longest) > 0 ? left : longest;
            }
            return longest.isZero() ? Optional.empty() : Optional.of(longest);
        } finally {
            lock.unlock();
        }
    }

    /** A stretch without refusal can only end here, so it is enough to look here. */
    @GuardedBy("lock")
    private void forgetWhenQuiet(long now) {
        Map<Kind, Pause> before = new EnumMap<>(pauses);
        pauses.entrySet().removeIf(entry -> quiet(entry.getKey(), before, now));
    }

    /** Time under any pause that stops starts is no proof of good behaviour. */
    private static boolean quiet(Kind kind, Map<Kind, Pause> pauses, long now) {
        return pauses.entrySet().stream()
                .filter(entry -> entry.getKey() == kind || entry.getKey() != Kind.NEGENTROPY)
                .allMatch(entry -> entry.getValue().over(now, QUIET));
    }

    /** Why there is a pause. */
    public enum Kind {
        /** Too many queries in a time. */
        RATE(Duration.ofSeconds(65), Duration.ofHours(1), Counter.PAUSES_RATE),
        /** The relay does not want us or what we ask. */
        POLICY(Duration.ofHours(1), Duration.ofHours(24), Counter.PAUSES_POLICY),
        /** A request ended without its answer: time-out, or closed too early. */
        INCOMPLETE(Duration.ofSeconds(65), Duration.ofHours(1), Counter.PAUSES_INCOMPLETE),
        /** The relay said far more in vain than anybody needs to hear. */
        FLOOD(Duration.ofMinutes(5), Duration.ofHours(24), Counter.PAUSES_FLOOD),
        /** Negentropy was refused. */
        NEGENTROPY(Duration.ofSeconds(65), Duration.ofHours(1), Counter.PAUSES_NEGENTROPY);

        private final Duration first;
        private final Duration most;
        private final Counter begun;

        Kind(Duration first, Duration most, Counter begun) {
            this.first = first;
            this.most = most;
            this.begun = begun;
        }
    }

    private record Pause(Duration length, long endNanos) {

        static Pause first(Kind kind, long now) {
            return new Pause(kind.first, now + kind.first.toNanos());
        }

        Pause next(Kind kind, long now) {
            Duration twice = length.multipliedBy(2);
            Duration longer = twice.compareTo(kind.most) < 0 ? twice : kind.most;
            return new Pause(longer, now + longer.toNanos());
        }

        Pause lasting(Kind kind, Duration least, long now) {
            Duration asked = least.compareTo(kind.most) < 0 ? least : kind.most;
            return asked.compareTo(length) > 0 ? new Pause(length, now + asked.toNanos()) : this;
        }

        boolean running(long now) {
            return now - endNanos < 0;
        }

        Duration left(long now) {
            return running(now) ? Duration.ofNanos(endNanos - now) : Duration.ZERO;
        }

        boolean over(long now, Duration span) {
            return now - endNanos >= span.toNanos();
        }
    }
}
