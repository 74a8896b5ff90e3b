package dev.sluice.pace;

import dev.sluice.time.Time;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** Bounds the dialling of the whole process: 8 attempts at a time, 250 ms or more between their actual starts. */
public final class DialGate {

    static final int ATTEMPTS = 8;
    static final Duration SPACING = Duration.ofMillis(250);

    private final Semaphore attempts = new Semaphore(ATTEMPTS, true);
    private final Gate starts;

    public DialGate(Time time) {
        this.starts = new Gate(time, SPACING);
    }

    /** Blocks until a dial may start. Close what is returned when the attempt has ended. */
    public Attempt awaitAttempt() throws InterruptedException {
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
