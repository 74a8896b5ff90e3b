package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage.Hint;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A walk through what a relay holds for one filter, from newer to older, page by page: pure arithmetic over answers
 * (RULES 7). Limits are explicit. A short page is no proof of the end (expired or withheld events count against a relay's
 * limit), so a walk goes on until a page brings nothing new; fullness then tells a drained relay from a second that is
 * denser than a page.
 */
final class PageWalk {
    /** How often one page may come in a doubtful state before the walk gives up. */
    private static final int DOUBTFUL_TRIES = 3;

    /** What follows from a page. */
    sealed interface Step {
        /** Ask again. */
        record Next() implements Step {}

        record Ended(WalkEnd reason) implements Step {}
    }

    private final Filter base;
    private final OptionalLong since;
    private final Paging paging;
    private final Front back;
    private final Windows windows;

    // mutable state
    private @Nullable Ascent ascent;
    private @Nullable DenseSecond dense;
    private OptionalLong cursor = OptionalLong.empty();
    private int previousSize = -1;
    private int doubtful;
    private boolean gap;

    /**
     * @param base the filter; its window and limit are replaced
     * @param since the lower end, inclusive
     * @param until the upper end, inclusive; empty for "up to now and beyond"
     * @param resumed whether {@code until} is a second of which the relay showed an event before
     * @param now our clock, from which an open end is counted
     */
    PageWalk(Filter base, OptionalLong since, OptionalLong until, boolean resumed, long now, Paging paging) {
        this.base = base;
        this.since = since;
        this.paging = paging;
        this.windows = new Windows(since, paging.span(), until.orElse(now));
        this.back = new Front(Front.Direction.OLDER, until, resumed);
    }

    /** Whether there is nothing to ask: the window is empty. */
    boolean isEmpty() {
        return base.withSince(since).withUntil(back.second()).matchesNothing();
    }

    /** The filter to send next. */
    Filter ask() {
        if (dense != null) {
            return dense.ask(paging);
        }
        Filter window = ascent == null
                ? base.withSince(windows.floor()).withUntil(back.bound(paging))
                : base.withSince(ascent.front().bound(paging)).withUntil(ascent.upper());
        return window.withLimit(OptionalInt.of(paging.asked()));
    }

    /** The lowest second from which on upwards everything was delivered; empty as long as nothing is certain. */
    OptionalLong cursor() {
        return cursor;
    }

    /** Takes the answer to what {@link #ask} said last. */
    Step observe(Page page) {
        if (dense == null) {
            paging.saw(page.size());
        }
        if (page.isDoubtful()) {
            return ++doubtful < DOUBTFUL_TRIES ? new Step.Next() : new Step.Ended(WalkEnd.CLOSED);
        }
        doubtful = 0;
        if (dense != null) {
            return observeDense(dense, page);
        }
        return ascent == null ? observeBack(page) : observeAscent(ascent, page);
    }

    private Step observeBack(Page page) {
        if (ignoresWindow(back, page)) {
            return new Step.Ended(WalkEnd.IGNORES_UNTIL);
        }
        if (back.mustAskWider(page, paging)) {
            return new Step.Next();
        }
        boolean cut = isCut(page);
        if (bringsNothing(page, cut)) {
            return nothingNew(page, cut);
        }
        if (previousSize >= 0) {
            paging.continued(previousSize);
        }
        previousSize = page.size();
        return page.trustedHint() != Hint.FINISH && page.ascends() && !paging.sortsAscending()
                ? climb(page)
                : lower(page);
    }

    /** What was unseen of the second it stands on has come with a page that was surely not cut. */
    private boolean bringsNothing(Page page, boolean cut) {
        boolean whole = !cut && paging.isTiny(page.size());
        return whole ? !back.anyBeyond(page.matched()) : !back.anyNew(page.matched());
    }

    private static boolean ignoresWindow(Front front, Page page) {
        return page.arrivals().outside() > 0 && front.second().isPresent() && !front.anyNew(page.matched());
    }

    private Step lower(Page page) {
        windows.occupied();
        back.follow(page.matched());
        if (!gap) {
            cursor = OptionalLong.of(back.second().orElseThrow() + 1);
        }
        return page.trustedHint() == Hint.FINISH ? drained() : new Step.Next();
    }

    private boolean isCut(Page page) {
        Hint hint = page.trustedHint();
        return hint == Hint.MORE || (hint == Hint.NONE && paging.isFull(page.size()));
    }

    private Step nothingNew(Page page, boolean cut) {
        if (!cut) {
            return drained();
        }
        if (page.matched().isEmpty()) {
            gap = true;
            return drained();
        }
        dense = new DenseSecond(base, back.second().orElseThrow());
        return new Step.Next();
    }

    /** Nothing is left in the range under way. */
    private Step drained() {
        return windows.isLast() ? ended() : nextWindow();
    }

    private Step nextWindow() {
        // the floor itself comes again: a relay may have left out that second
        long above = windows.floor().orElseThrow() + 1;
        if (!gap) {
            cursor = OptionalLong.of(above);
        }
        windows.next();
        back.jump(above);
        // a short page that ended a range was not cut
        previousSize = -1;
        return new Step.Next();
    }

    private Step ended() {
        return new Step.Ended(gap ? WalkEnd.DENSE_SECOND : WalkEnd.DRAINED);
    }

    private Step climb(Page page) {
        ascent = new Ascent(page, back.bound(paging));
        return new Step.Next();
    }

    private Step observeAscent(Ascent up, Page page) {
        if (ignoresWindow(up.front(), page)) {
            return new Step.Ended(WalkEnd.IGNORES_UNTIL);
        }
        if (up.front().mustAskWider(page, paging)) {
            return new Step.Next();
        }
        if (up.front().anyNew(page.matched())) {
            up.follow(page);
            return page.trustedHint() == Hint.FINISH ? descend(up) : new Step.Next();
        }
        if (paging.isFull(page.size()) && !page.matched().isEmpty()) {
            dense = new DenseSecond(base, up.front().second().orElseThrow());
            return new Step.Next();
        }
        return descend(up);
    }

    private Step descend(Ascent up) {
        if (!up.hasMoved() && paging.isFull(up.lowest().size())) {
            paging.foundSortingAscending();
        }
        ascent = null;
        return lower(up.lowest());
    }

    private Step observeDense(DenseSecond second, Page page) {
        second.observe(page, paging);
        if (!second.isDone()) {
            return new Step.Next();
        }
        dense = null;
        gap |= second.hasFailed();
        if (ascent != null) {
            ascent.stepOver();
            return new Step.Next();
        }
        return stepBelow();
    }

    private Step stepBelow() {
        if (!gap) {
            cursor = back.second();
        }
        boolean goesOn = back.stepOver()
                && back.second().orElseThrow() >= windows.floor().orElse(0);
        return goesOn ? new Step.Next() : drained();
    }
}
