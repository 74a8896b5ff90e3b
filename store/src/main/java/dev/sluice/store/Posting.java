package dev.sluice.store;

import dev.sluice.nostr.EventId;

/**
 * One entry of the inverted index: an event under one of its terms. Ordered by term, time, the first four bytes of the
 * id, sequence number; so the entries of a term stand oldest first with ties by lowest id.
 *
 * @param term what it is found by, see {@link Terms}
 * @param createdAt seconds
 * @param tie the first four bytes of the id, read as unsigned; events that agree in them are told apart by their heads
 * @param seq the event's sequence number
 */
record Posting(long term, long createdAt, int tie, long seq) implements Comparable<Posting> {

    static Posting of(long term, long createdAt, EventId id, long seq) {
        return new Posting(term, createdAt, tie(id), seq);
    }

    /** What comes before every entry of a term at a second. */
    static Posting before(long term, long createdAt) {
        return new Posting(term, createdAt, 0, 0);
    }

    /** What comes after every entry of a term at a second. */
    static Posting after(long term, long createdAt) {
        return new Posting(term, createdAt, -1, Long.MAX_VALUE);
    }

    static int tie(EventId id) {
        return (int) (id.w0() >>> 32);
    }

    @Override
    public int compareTo(Posting other) {
        if (term != other.term) {
            return Long.compareUnsigned(term, other.term);
        }
        if (createdAt != other.createdAt) {
            return Long.compare(createdAt, other.createdAt);
        }
        int ties = Integer.compareUnsigned(tie, other.tie);
        return ties != 0 ? ties : Long.compare(seq, other.seq);
    }
}
