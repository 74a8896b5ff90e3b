package dev.sluice.sync;

import dev.sluice.intake.Tally;
import java.util.concurrent.atomic.LongAdder;

/** What one relay has brought since the start. Any thread may count and read. */
final class RelayCounts {
    private final LongAdder received = new LongAdder();
    private final LongAdder stored = new LongAdder();
    private final LongAdder duplicate = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder pages = new LongAdder();

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
        return received.sum();
    }

    long stored() {
        return stored.sum();
    }

    long duplicate() {
        return duplicate.sum();
    }

    long refused() {
        return refused.sum();
    }

    long pages() {
        return pages.sum();
    }
}
