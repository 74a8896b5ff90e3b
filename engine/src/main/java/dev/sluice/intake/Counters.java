package dev.sluice.intake;

import java.util.concurrent.atomic.LongAdder;

/** What the verifiers have done since the start. */
final class Counters {

    private final LongAdder known = new LongAdder();
    private final LongAdder right = new LongAdder();
    private final LongAdder wrong = new LongAdder();

    /** An event was judged by its id alone. */
    void knew() {
        known.increment();
    }

    void verified(boolean isRight) {
        (isRight ? right : wrong).increment();
    }

    long known() {
        return known.sum();
    }

    long right() {
        return right.sum();
    }

    long wrong() {
        return wrong.sum();
    }
}
