package dev.sluice.sync;

import java.util.concurrent.atomic.LongAdder;

/** What reconciling with one relay has brought so far. Any thread may count and read. */
final class SyncCounts {
    private final LongAdder frames = new LongAdder();
    private final LongAdder have = new LongAdder();
    private final LongAdder need = new LongAdder();
    private final LongAdder fetched = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder uploaded = new LongAdder();
    private final LongAdder rejected = new LongAdder();

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

    /** Differences that are no work: known not to be kept here or there. */
    void skipped(long events) {
        skipped.add(events);
    }

    /** The relay has taken an event, or had it. */
    void uploaded() {
        uploaded.increment();
    }

    /** The relay does not want an event. */
    void rejected() {
        rejected.increment();
    }

    long skipped() {
        return skipped.sum();
    }

    long uploads() {
        return uploaded.sum();
    }

    long rejections() {
        return rejected.sum();
    }
}
