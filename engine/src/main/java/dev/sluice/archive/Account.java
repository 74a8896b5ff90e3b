package dev.sluice.archive;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one party has had of an archive's readers, so that whoever has had little comes before whoever has had much: reads
 * queue by it (start-time fair queuing). All that clients of one address ask for goes on one account. Any thread may use it.
 */
public final class Account {

    /** What a read is taken to need until it is known, so that of many that one party asks for at once each stands behind the other. */
    static final long ESTIMATE_NANOS = 1_000_000;

    private final boolean house;
    private final AtomicLong servedNanos = new AtomicLong();

    private Account(boolean house) {
        this.house = house;
    }

    /** One that has had nothing yet. */
    public static Account open() {
        return new Account(false);
    }

    /** That of the archive's own household, on which nothing is ever charged. */
    public static Account house() {
        return new Account(true);
    }

    /**
     * Where a read stands that is asked for now; {@link #charge} has to follow once it was done.
     *
     * @param now where the read stood that began last: rest earns nothing
     */
    public long stand(long now) {
        return house ? now : Math.max(now, servedNanos.getAndUpdate(had -> Math.max(had, now) + ESTIMATE_NANOS));
    }

    /** A read has taken so long, in nanoseconds. */
    public void charge(long nanos) {
        servedNanos.addAndGet(house ? 0 : nanos - ESTIMATE_NANOS);
    }
}
