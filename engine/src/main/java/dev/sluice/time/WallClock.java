package dev.sluice.time;

/** Wall time, which events and filters speak of; never used to measure a span. */
@FunctionalInterface
public interface WallClock {

    /** Seconds since the Unix epoch. */
    long seconds();

    /** The machine's wall clock. */
    static WallClock system() {
        return () -> System.currentTimeMillis() / 1000;
    }
}
