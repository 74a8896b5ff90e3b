package dev.sluice.store;

import dev.sluice.archive.Order;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Merges the postings of many terms into one walk in order. A heap holds the next posting of each term, and that is all
 * that is kept over a rest; cursors are opened where the walk goes on.
 */
final class MergeWalk implements Walk {

    private final long[] terms;
    private final Span span;
    private final Order order;
    private final Depth depth;
    private final Comparator<Posting> moments;
    private final PriorityQueue<Posting> heads;
    private final Map<Long, TermCursor> cursors = new HashMap<>();
    private final Deque<Found> ready = new ArrayDeque<>();
    private int begun;

    MergeWalk(long[] terms, Span span, Order order, Depth depth) {
        this.depth = depth;
        this.terms = terms;
        this.span = span;
        this.order = order;
        this.moments = moments(order);
        this.heads = new PriorityQueue<>(moments.thenComparingLong(Posting::seq));
    }

    private static Comparator<Posting> moments(Order order) {
        Comparator<Posting> ties = (a, b) -> Integer.compareUnsigned(a.tie(), b.tie());
        return switch (order) {
            case NEWEST_FIRST ->
                Comparator.<Posting>comparingLong(Posting::createdAt).reversed().thenComparing(ties);
            case OLDEST_FIRST ->
                Comparator.<Posting>comparingLong(Posting::createdAt).thenComparing(ties);
        };
    }

    @Override
    public @Nullable Found next(Maps maps, Budget budget) {
        while (begun < terms.length) {
            if (budget.isSpent()) {
                return null;
            }
            advance(maps, terms[begun++], null);
            budget.spend();
        }
        while (ready.isEmpty() && !heads.isEmpty() && !budget.isSpent()) {
            readMoment(maps, budget);
        }
        return ready.pollFirst();
    }

    @Override
    public boolean hasEnded() {
        return begun == terms.length && heads.isEmpty() && ready.isEmpty();
    }

    @Override
    public void rest() {
        cursors.clear();
    }

    /** Reads all events that the index can't tell apart in order, and orders them by their whole ids. */
    private void readMoment(Maps maps, Budget budget) {
        Posting first = take(maps);
        List<Found> moment = new ArrayList<>(1);
        add(maps, moment, first.seq());
        budget.spend();
        long last = first.seq();
        while (!heads.isEmpty() && moments.compare(heads.peek(), first) == 0) {
            long seq = take(maps).seq();
            if (seq != last) {
                add(maps, moment, seq);
            }
            last = seq;
            budget.spend();
        }
        if (moment.size() > 1) {
            moment.sort(Found.order(order));
        }
        ready.addAll(moment);
    }

    private void add(Maps maps, List<Found> moment, long seq) {
        Found found = depth.read(maps, seq);
        if (found != null) {
            moment.add(found);
        }
    }

    private Posting take(Maps maps) {
        Posting posting = heads.remove();
        advance(maps, posting.term(), posting);
        return posting;
    }

    private void advance(Maps maps, long term, @Nullable Posting last) {
        TermCursor cursor =
                cursors.computeIfAbsent(term, key -> TermCursor.open(maps.postings(), key, span, order, last));
        Posting next = cursor.next();
        if (next == null) {
            cursors.remove(term);
        } else {
            heads.add(next);
        }
    }
}
