package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage.Hint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** One second that holds more events than a page: asked alone, with a higher limit, then in ever smaller parts. */
final class DenseSecond {
    private final long second;
    private final Deque<Filter> parts = new ArrayDeque<>();

    // mutable state
    private boolean failed;

    DenseSecond(Filter base, long second) {
        this.second = second;
        parts.push(base);
    }

    Filter ask(Paging paging) {
        int slack = paging.isExclusive() ? 1 : 0;
        return parts.element()
                .withSince(OptionalLong.of(Math.max(0, second - slack)))
                .withUntil(OptionalLong.of(second + slack))
                .withLimit(OptionalInt.of(paging.raised()));
    }

    /** Takes the answer to the part that was asked. */
    void observe(Page page, Paging paging) {
        boolean cut = page.trustedHint() == Hint.MORE || paging.isFullThoughRaised(page.size());
        Filter part = parts.pop();
        if (!cut) {
            return;
        }
        List<Filter> halves = FilterSplit.halves(part);
        failed |= halves.isEmpty();
        halves.forEach(parts::push);
    }

    boolean isDone() {
        return parts.isEmpty();
    }

    /** Whether some part could not be split any further and was still cut. */
    boolean hasFailed() {
        return failed;
    }
}
