package dev.sluice.sync;

import java.util.concurrent.atomic.LongAdder;

/** What reconciling with one relay has brought so far. Any thread may count and read. */
final class SyncCounts {
    private final LongAdder frames = new LongAdder();
    private final LongAdder have = new LongAdder();
    private final LongAdder need = new LongAdder();
    private final LongAdder fetched = new LongAdder();

    /** A frame was sent. */
    void sent() {
        frames.increment();
    }

    /** A frame told of a difference; with frame limits an id may be told twice. */
    void found(int onlyHere, int onlyThere) {
        have.add(onlyHere);
        need.add(onlyThere);
    }

    /** Needed events have come. */
    void fetched(int events) {
        fetched.add(events);
    }

    long frames() {
        return frames.sum();
    }

    long have() {
        return have.sum();
    }

    long need() {
        return need.sum();
    }

    long fetched() {
        return fetched.sum();
    }
}
