package dev.sluice.app.sample;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Rising seconds at random distances of a given mean. */
final class Clock implements LongSupplier {

    private final SplittableRandom random;
    private final int spacingSeconds;
    private long second;

    Clock(SplittableRandom random, long firstSecond, int spacingSeconds) {
        this.random = random;
        this.second = firstSecond;
        this.spacingSeconds = spacingSeconds;
    }

    @Override
    public long getAsLong() {
        second += random.nextInt(1, 2 * spacingSeconds);
        return second;
    }
}
