package dev.sluice.sync;

import dev.sluice.intake.Receipt;
import dev.sluice.intake.Tally;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/** What one relay has brought since the start. Any thread may count and read. */
final class RelayCounts {
    private final Set<Receipt> live = ConcurrentHashMap.newKeySet();
    private final SyncCounts reconciled = new SyncCounts();
    private final LongAdder received = new LongAdder();
    private final LongAdder stored = new LongAdder();
    private final LongAdder duplicate = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder pages = new LongAdder();

    /** What reconciling has brought. */
    SyncCounts reconciled() {
        return reconciled;
    }

    /** Counts a live request for as long as it is open. */
    void follow(Receipt receipt) {
        live.add(receipt);
    }

    void unfollow(Receipt receipt) {
        if (live.remove(receipt)) {
            count(receipt.tally());
        }
    }

    private long sum(LongAdder finished, ToLongFunction<Tally> part) {
        return finished.sum()
                + live.stream().map(Receipt::tally).mapToLong(part).sum();
    }

    /** Counts a finished request. */
    void count(Tally tally) {
        received.add(tally.queued());
        stored.add(tally.verdicts().stored());
        duplicate.add(tally.verdicts().duplicate());
        refused.add(tally.verdicts().allRefused());
    }

    void countPage() {
        pages.increment();
    }

    long received() {
        return sum(received, Tally::queued);
    }

    long stored() {
        return sum(stored, tally -> tally.verdicts().stored());
    }

    long duplicate() {
        return sum(duplicate, tally -> tally.verdicts().duplicate());
    }

    long refused() {
        return sum(refused, tally -> tally.verdicts().allRefused());
    }

    long pages() {
        return pages.sum();
    }
}
