package dev.sluice.app.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The latest values of a sequence, to choose from at random. */
final class Recent<T> {

    private final int bound;
    private final List<T> values = new ArrayList<>();
    private int oldest;

    Recent(int bound) {
        this.bound = bound;
    }

    void add(T value) {
        if (values.size() < bound) {
            values.add(value);
            return;
        }
        values.set(oldest, value);
        oldest = (oldest + 1) % bound;
    }

    T any(SplittableRandom random) {
        return values.get(random.nextInt(values.size()));
    }
}
