package dev.sluice.store;

import dev.sluice.archive.Order;
import java.util.ArrayDeque;
import java.util.Deque;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/** The postings of one term in a span of time, in one of the two orders, from a place on. */
sealed interface TermCursor {

    @Nullable
    Posting next();

    /** @param last the posting that was given last; null to begin */
    static TermCursor open(
            MVMap<Posting, Boolean> postings, long term, Span span, Order order, @Nullable Posting last) {
        return switch (order) {
            case OLDEST_FIRST -> new Ascending(postings, last == null ? span.low(term) : last, span.high(term), last);
            case NEWEST_FIRST -> new Descending(postings, term, span, last);
        };
    }

    /** As the map has them. */
    final class Ascending implements TermCursor {

        private final Cursor<Posting, Boolean> cursor;
        private final @Nullable Posting last;

        Ascending(MVMap<Posting, Boolean> postings, Posting from, Posting to, @Nullable Posting last) {
            this.cursor = postings.cursor(from, to, false);
            this.last = last;
        }

        @Override
        public @Nullable Posting next() {
            while (cursor.hasNext()) {
                Posting posting = cursor.next();
                if (!posting.equals(last)) {
                    return posting;
                }
            }
            return null;
        }
    }

    /**
     * From the end of the map, but each second from its lowest id on: a second is read backwards as a whole and turned
     * round, or, when it is dense, walked forwards by a cursor of its own.
     */
    final class Descending implements TermCursor {

        /** A second with more postings than this is dense. */
        private static final int DENSE = 64;

        private final MVMap<Posting, Boolean> postings;
        private final long term;
        private final Span span;
        private final Deque<Posting> second = new ArrayDeque<>();
        private Cursor<Posting, Boolean> back;
        private @Nullable TermCursor dense;
        private @Nullable Posting ahead;

        Descending(MVMap<Posting, Boolean> postings, long term, Span span, @Nullable Posting last) {
            this.postings = postings;
            this.term = term;
            this.span = span;
            if (last == null) {
                this.back = postings.cursor(span.high(term), span.low(term), true);
            } else {
                this.back = before(last.createdAt());
                this.dense = new Ascending(postings, last, Posting.after(term, last.createdAt()), last);
            }
        }

        @Override
        public @Nullable Posting next() {
            if (dense != null) {
                Posting posting = dense.next();
                if (posting != null) {
                    return posting;
                }
                dense = null;
            }
            if (second.isEmpty()) {
                readSecond();
                return dense == null ? second.pollLast() : dense.next();
            }
            return second.pollLast();
        }

        private void readSecond() {
            Posting posting = ahead == null ? step() : ahead;
            ahead = null;
            if (posting == null) {
                return;
            }
            long createdAt = posting.createdAt();
            while (posting != null && posting.createdAt() == createdAt) {
                second.addLast(posting);
                if (second.size() > DENSE) {
                    walk(createdAt);
                    return;
                }
                posting = step();
            }
            ahead = posting;
        }

        private void walk(long createdAt) {
            second.clear();
            dense = new Ascending(postings, Posting.before(term, createdAt), Posting.after(term, createdAt), null);
            back = before(createdAt);
        }

        private @Nullable Posting step() {
            return back.hasNext() ? back.next() : null;
        }

        private Cursor<Posting, Boolean> before(long createdAt) {
            return postings.cursor(Posting.before(term, createdAt), span.low(term), true);
        }
    }
}
