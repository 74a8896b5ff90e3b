package dev.sluice.sync;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.Coverage.Interval;
import dev.sluice.archive.Coverage.Walk;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One walk that a coverage calls for, and what the walk's pages make of that coverage (RULES 7.2). Seconds by our own
 * clock.
 *
 * @param kind which part of the coverage it extends
 * @param start what counts as held up to here once the walk has drained; no {@code created_at} goes into it
 * @param until where to begin, inclusive; empty for the newest window
 * @param since where to end, inclusive; empty for the beginning of time
 */
record Stretch(Kind kind, long start, OptionalLong until, OptionalLong since) {
    /** What is asked again where a walk meets what is held, in seconds: late events and clocks that differ. */
    static final long OVERLAP_SECONDS = 120;

    enum Kind {
        /** The open walk downwards, recorded page by page. */
        OPEN,
        /** What is newer than an open walk's start. It is recorded as a whole: coverage has one open walk only. */
        TOP,
        /** Everything once more, although it is held. Recorded as a whole. */
        AGAIN
    }

    /** The walk downwards that a coverage calls for: a new one from now, or the open one from where it stood. */
    static Stretch downwards(Coverage coverage, long now, long overlap) {
        OptionalLong since = coverage.complete()
                .map(held -> OptionalLong.of(below(held.to(), overlap)))
                .orElse(OptionalLong.empty());
        if (coverage.walk().isPresent()) {
            Walk walk = coverage.walk().get();
            return new Stretch(Kind.OPEN, walk.start(), OptionalLong.of(Math.max(0, walk.cursor() - 1)), since);
        }
        long start = Math.max(now, coverage.complete().map(Interval::to).orElse(0L));
        return new Stretch(Kind.OPEN, start, OptionalLong.empty(), since);
    }

    /** The walk over what is newer than the open walk, if there is an open walk. */
    static Optional<Stretch> onTop(Coverage coverage, long now, long overlap) {
        return coverage.walk()
                .map(walk -> new Stretch(
                        Kind.TOP,
                        Math.max(now, walk.start()),
                        OptionalLong.empty(),
                        OptionalLong.of(below(walk.start(), overlap))));
    }

    /** The walk over what is newer than all that was asked for. */
    static Stretch newest(Coverage coverage, long now, long overlap) {
        return onTop(coverage, now, overlap).orElseGet(() -> downwards(coverage, now, overlap));
    }

    /**
     * The walk over everything once more.
     *
     * @param start when it began
     * @param cursor how far it has come; empty when it begins
     */
    static Stretch again(long start, OptionalLong cursor) {
        OptionalLong until = cursor.isPresent() ? OptionalLong.of(Math.max(0, cursor.getAsLong() - 1)) : cursor;
        return new Stretch(Kind.AGAIN, start, until, OptionalLong.empty());
    }

    /** The coverage once everything from {@code cursor} upwards within this stretch is durable. */
    Coverage paged(Coverage before, long cursor) {
        if (since.isPresent() && cursor <= since.getAsLong()) {
            return drained(before);
        }
        if (kind != Kind.OPEN || cursor > start) {
            return before;
        }
        long lowest = before.walk().map(walk -> Math.min(walk.cursor(), cursor)).orElse(cursor);
        return new Coverage(before.complete(), Optional.of(new Walk(lowest, topOf(before))));
    }

    /** The coverage once the relay has nothing more within this stretch. */
    Coverage drained(Coverage before) {
        if (kind == Kind.TOP) {
            return new Coverage(before.complete(), before.walk().map(walk -> new Walk(walk.cursor(), start)));
        }
        long from = since.isPresent() ? before.complete().map(Interval::from).orElse(0L) : 0;
        return new Coverage(Optional.of(new Interval(from, topOf(before))), Optional.empty());
    }

    private long topOf(Coverage before) {
        return before.walk().map(walk -> Math.max(walk.start(), start)).orElse(start);
    }

    private static long below(long second, long overlap) {
        return Math.max(0, second - overlap);
    }
}
