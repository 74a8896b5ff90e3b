package dev.sluice.archive;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a request may cost the archive: rows that were read and did not belong to the answer, and the time it took to read
 * them. What belongs to the answer costs nothing, for limits bound it. The scans of one request share one.
 */
public final class Allowance {

    private final AtomicLong rows;
    private final AtomicLong nanos;
    private final Account account;
    private final Pace pace;

    private Allowance(long rows, long nanos, Account account, Pace pace) {
        this.rows = new AtomicLong(rows);
        this.nanos = new AtomicLong(nanos);
        this.account = account;
        this.pace = pace;
    }

    /** So much and no more. */
    public static Allowance of(long rows, Duration time) {
        return of(rows, time, Account.open(), Pace.UNHEARD);
    }

    /**
     * The same for one of many requests of somebody, all of which go on one account.
     *
     * @param pace hears of the waits for what is read
     */
    public static Allowance of(long rows, Duration time, Account account, Pace pace) {
        return new Allowance(rows, time.toNanos(), account, pace);
    }

    /** As good as endless. */
    public static Allowance unlimited() {
        return new Allowance(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2, Account.house(), Pace.UNHEARD);
    }

    /** Whose reads these are. */
    public Account account() {
        return account;
    }

    /** Hears of the waits for what is read. */
    public Pace pace() {
        return pace;
    }

    /**
     * Something was read.
     *
     * @param read rows that were looked at
     * @param found those that belong to the answer
     * @param took how long it took, in nanoseconds
     */
    public void spend(long read, long found, long took) {
        long vain = Math.max(0, read - found);
        if (vain > 0) {
            rows.addAndGet(-vain);
            nanos.addAndGet(-(long) ((double) took * vain / read));
        }
    }

    /** Whether nothing more may be read: the answer has ended before its end. */
    public boolean isSpent() {
        return rows.get() < 0 || nanos.get() < 0;
    }
}
