package dev.sluice.sync;

import java.time.Duration;

/** How long something rests that has failed, as a relay does whose answers are incomplete: 65 s × 2 … 1 h. */
final class Rests {
    static final Duration FIRST = Duration.ofSeconds(65);
    private static final Duration MOST = Duration.ofHours(1);
    private static final int MOST_DOUBLINGS = 6;

    private Rests() {}

    /** After so many failures in a row before this one. */
    static Duration after(int failures) {
        Duration rest = FIRST.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        return rest.compareTo(MOST) < 0 ? rest : MOST;
    }
}
