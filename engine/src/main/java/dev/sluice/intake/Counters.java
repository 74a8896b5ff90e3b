package dev.sluice.intake;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What the verifiers have done since the start. */
final class Counters {

    private final LongAdder known = new LongAdder();
    private final LongAdder right = new LongAdder();
    private final LongAdder wrong = new LongAdder();

    void known(List<Boolean> batch) {
        int held = 0;
        for (Boolean one : batch) {
            held += one ? 1 : 0;
        }
        known.add(held);
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
