package dev.sluice.pace;

import dev.sluice.metrics.Metrics;
import dev.sluice.time.Time;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** Bounds the dialling of the whole process: 8 attempts at a time, 250 ms or more between their actual starts. */
public final class DialGate {

    static final int ATTEMPTS = 8;

    private final Semaphore attempts = new Semaphore(ATTEMPTS, true);
    private final Gate starts;

    public DialGate(Time time, Metrics metrics) {
        this.starts = Gate.spaced(Gate.Kind.DIAL, time, metrics);
    }

    /**
     * Blocks until a dial may start and the relay has no pause that forbids it, one that began meanwhile included. Close
     * what is returned when the attempt has ended.
     */
    public Attempt awaitAttempt(Pauses pauses) throws InterruptedException {
        while (true) {
            pauses.awaitExpiry();
            Attempt attempt = awaitAttempt();
            if (pauses.blocked().isEmpty()) {
                return attempt;
            }
            attempt.close();
        }
    }

    private Attempt awaitAttempt() throws InterruptedException {
        attempts.acquire();
        boolean started = false;
        try {
            starts.awaitTurn();
            started = true;
            return new Attempt(attempts);
        } finally {
            if (!started) {
                attempts.release();
            }
        }
    }

    /** One dial in progress. */
    public static final class Attempt implements AutoCloseable {
        private final Semaphore attempts;
        private final AtomicBoolean running = new AtomicBoolean(true);

        private Attempt(Semaphore attempts) {
            this.attempts = attempts;
        }

        /** Ends the attempt; again does nothing. */
        @Override
        public void close() {
            if (running.compareAndSet(true, false)) {
                attempts.release();
            }
        }
    }
}
