package dev.sluice.sync;

import java.util.OptionalLong;

/**
 * The ranges of time that a walk goes through from newer to older, where a relay finds the whole too much for one query;
 * else the whole is the only one. Ranges without events grow, so that a walk comes to its end through empty years. Pure.
 */
final class Windows {
    private final OptionalLong since;
    private final OptionalLong span;

    // mutable state
    private long width;
    private OptionalLong floor;
    private boolean empty = true;

    /**
     * @param since the lower end of the whole, inclusive
     * @param span how long a range may be, in seconds; empty for the whole
     * @param newest where the first one ends
     */
    Windows(OptionalLong since, OptionalLong span, long newest) {
        this.since = since;
        this.span = span;
        this.width = span.orElse(0);
        this.floor = span.isPresent() ? floor(newest) : since;
    }

    /** The lower end of the range under way, inclusive; empty for the beginning of time. */
    OptionalLong floor() {
        return floor;
    }

    /** Whether nothing is below the range under way. */
    boolean isLast() {
        return floor.orElse(0) <= since.orElse(0);
    }

    /** There are events in the range under way. */
    void occupied() {
        empty = false;
    }

    /** Goes on to the range below. */
    void next() {
        width = empty ? 2 * width : span.orElseThrow();
        empty = true;
        floor = floor(floor.orElseThrow() - 1);
    }

    private OptionalLong floor(long newest) {
        long lowest = Math.max(since.orElse(0), newest - width);
        return lowest == 0 ? OptionalLong.empty() : OptionalLong.of(lowest);
    }
}
