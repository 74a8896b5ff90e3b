package dev.sluice.sync;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageKey;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One filter whose history is kept in step with one relay, across connections. Changed by the thread that walks; others
 * may read where it stands.
 */
final class Base {
    private final CoverageKey key;
    private final Filter filter;

    // written by the walking thread, read by any
    private volatile Coverage coverage = Coverage.NONE;
    private volatile @Nullable WalkEnd end;

    // walking thread only
    private final Due due;
    private int strikes;
    private OptionalLong againStart = OptionalLong.empty();
    private OptionalLong againCursor = OptionalLong.empty();
    private boolean finished;

    Base(RelayUrl relay, Filter watch, Due due) {
        this.filter = watch.withLimit(OptionalInt.empty());
        this.key = new CoverageKey(relay, Codec.encode(filter), "");
        this.due = due;
    }

    CoverageKey key() {
        return key;
    }

    Filter filter() {
        return filter;
    }

    Coverage coverage() {
        return coverage;
    }

    void covered(Coverage now) {
        coverage = now;
    }

    Due due() {
        return due;
    }

    /** Live was broken, or may have been, as between two connections: what came meanwhile is owed. */
    void owed() {
        due.owed(coverage.walk().isPresent(), !coverage.equals(Coverage.NONE));
    }

    Optional<WalkEnd> end() {
        return Optional.ofNullable(end);
    }

    void ended(WalkEnd how) {
        end = how;
    }

    /** Whether nothing more is to be done for it. */
    boolean isFinished() {
        return finished;
    }

    void finish(WalkEnd how) {
        end = how;
        finished = true;
    }

    /** Counts a failed attempt; a page that came ends the row. */
    int strike() {
        return ++strikes;
    }

    int strikes() {
        return strikes;
    }

    void pageCame() {
        strikes = 0;
    }

    /** The walk over a stretch of this filter's history, within the window of the filter itself. */
    PageWalk walk(Stretch stretch, Paging paging) {
        OptionalLong since = later(filter.since(), stretch.since());
        OptionalLong until = earlier(filter.until(), stretch.until());
        boolean resumed = stretch.until().isPresent() && until.equals(stretch.until());
        return new PageWalk(filter, since, until, resumed, stretch.start(), paging);
    }

    /** The walk over everything once more: a new one from now, or the one under way in this process. */
    Stretch again(long now) {
        if (againStart.isEmpty()) {
            againStart = OptionalLong.of(now);
        }
        return Stretch.again(againStart.getAsLong(), againCursor);
    }

    void againReached(long cursor) {
        againCursor = OptionalLong.of(cursor);
    }

    void againEnded() {
        againStart = OptionalLong.empty();
        againCursor = OptionalLong.empty();
        due.allDone();
    }

    /** The lowest second that is held for certain, as far down as the newest stretch reaches. */
    OptionalLong oldest() {
        Coverage now = coverage;
        if (now.walk().isPresent()) {
            return OptionalLong.of(now.walk().get().cursor());
        }
        return now.complete().map(held -> OptionalLong.of(held.from())).orElse(OptionalLong.empty());
    }

    private static OptionalLong later(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(Math.max(one.getAsLong(), other.getAsLong()))
                : one.isPresent() ? one : other;
    }

    private static OptionalLong earlier(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()))
                : one.isPresent() ? one : other;
    }
}
