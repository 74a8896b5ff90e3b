package dev.sluice.sync;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.Coverage.Interval;
import dev.sluice.archive.CoverageKey;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One filter whose history is kept in step with one relay, across connections. Changed by the thread that walks; others
 * may read where it stands.
 */
final class Base {
    private final RelayUrl relay;
    private final BaseFilter what;
    private final String name;

    // written by the walking thread, read by any
    private volatile Coverage coverage = Coverage.NONE;
    private volatile @Nullable WalkEnd end;
    private volatile boolean walking;

    // walking thread only
    private final Due due;
    private int strikes;
    private OptionalLong againStart = OptionalLong.empty();
    private OptionalLong againCursor = OptionalLong.empty();
    private boolean finished;

    Base(RelayUrl relay, BaseFilter what, Coverage coverage, Due due) {
        this.relay = relay;
        this.what = what;
        this.name = Codec.encode(what.filter());
        this.coverage = coverage;
        this.due = due;
    }

    /**
     * One that takes the place of others of its family: it holds for certain what all of them do, and owes what any of
     * them owes.
     *
     * @param of one whose values it has in part, or several whose history is complete
     */
    static Base heir(BaseFilter what, List<Base> of) {
        Base first = of.get(0);
        Coverage coverage = of.size() == 1 ? first.coverage : common(of);
        Base heir = new Base(
                first.relay,
                what,
                coverage,
                Due.together(of.stream().map(Base::due).toList()));
        if (of.stream().allMatch(base -> base.end != null)) {
            heir.end = first.end;
        }
        heir.finished = of.stream().allMatch(Base::isFinished);
        return heir;
    }

    private static Coverage common(List<Base> bases) {
        List<Interval> held = bases.stream()
                .flatMap(base -> base.coverage.complete().stream())
                .toList();
        long from = held.stream().mapToLong(Interval::from).max().orElseThrow();
        long to = held.stream().mapToLong(Interval::to).min().orElseThrow();
        return to < from ? Coverage.NONE : new Coverage(Optional.of(new Interval(from, to)), Optional.empty());
    }

    RelayUrl relay() {
        return relay;
    }

    BaseFilter what() {
        return what;
    }

    Filter filter() {
        return what.filter();
    }

    /** The filter in canonical form: under it stands what is remembered of its events. */
    String name() {
        return name;
    }

    /** A key for each value that coverage is kept for. */
    List<CoverageKey> keys() {
        return what.values().stream()
                .map(value -> new CoverageKey(relay, what.family(), value))
                .toList();
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

    /** Whether it is being walked just now: then nothing takes its place. */
    boolean isWalking() {
        return walking;
    }

    void walking(boolean now) {
        walking = now;
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
        OptionalLong since = later(filter().since(), stretch.since());
        OptionalLong until = earlier(filter().until(), stretch.until());
        boolean resumed = stretch.until().isPresent() && until.equals(stretch.until());
        return new PageWalk(filter(), since, until, resumed, stretch.start(), paging);
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
