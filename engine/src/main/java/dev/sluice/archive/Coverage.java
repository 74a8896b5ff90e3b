package dev.sluice.archive;

import java.util.Optional;

/**
 * How much of a key's history is held: at most one complete interval and one open walk above it (RULES 7.2). Seconds by
 * our own clock, both ends inclusive.
 *
 * @param complete what is held for certain
 * @param walk the walk from newer to older that has not met the interval yet
 */
public record Coverage(Optional<Interval> complete, Optional<Walk> walk) {

    /** Nothing is held. */
    public static final Coverage NONE = new Coverage(Optional.empty(), Optional.empty());

    /** Everything from {@code from} to {@code to}. */
    public record Interval(long from, long to) {
        public Interval {
            if (from < 0 || to < from) {
                throw new IllegalArgumentException(from + ".." + to);
            }
        }
    }

    /** All from {@code cursor} (exclusive below) up to {@code start} is held; what is older is still to come. */
    public record Walk(long cursor, long start) {
        public Walk {
            if (cursor < 0 || start < cursor) {
                throw new IllegalArgumentException(cursor + ".." + start);
            }
        }
    }
}
