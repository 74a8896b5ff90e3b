package dev.sluice.store;

import dev.sluice.time.Time;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** What one slice of a read may cost (RULES 1.4 of the design): no version of the file is held for longer. */
final class Budget {

    static final int RECORDS = 1_000;

    /** Whoever waits for a slow client holds a slice of each filter, so a slice is small. */
    private static final long BYTES = 256 << 10;

    private static final Duration SPAN = Duration.ofMillis(50);

    /** What it may take while others wait to read. */
    static final Duration POLITE = Duration.ofMillis(4);

    /** The clock is asked only every so many records. */
    private static final int STRIDE = 32;

    private final Time time;
    private final long endNanos;
    private final long politeEndNanos;
    private final BooleanSupplier crowded;
    private int left = RECORDS;
    private long bytesLeft = BYTES;
    private boolean late;

    /** @param crowded whether others wait to read */
    Budget(Time time, BooleanSupplier crowded) {
        this.time = time;
        this.crowded = crowded;
        this.endNanos = time.after(SPAN);
        this.politeEndNanos = time.after(POLITE);
    }

    /** Counts one record. */
    void spend() {
        left--;
        if (left % STRIDE == 0) {
            late = time.reached(endNanos) || (time.reached(politeEndNanos) && crowded.getAsBoolean());
        }
    }

    /** Counts what has been found. */
    void weigh(long bytes) {
        bytesLeft -= bytes;
    }

    /** Records so far. */
    int spent() {
        return RECORDS - left;
    }

    boolean isSpent() {
        return left <= 0 || late || bytesLeft <= 0;
    }
}
