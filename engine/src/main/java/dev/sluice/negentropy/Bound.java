package dev.sluice.negentropy;

/**
 * The exclusive upper end of a range: a time and the first bytes of an id, zero-padded to four words.
 *
 * @param prefixLength how many bytes of the id are sent, 0 to 32
 */
record Bound(long time, long w0, long w1, long w2, long w3, int prefixLength) {

    /** The time that no item may have: infinity on the wire. */
    static final long INFINITY = -1L;

    /** Above every item. */
    static final Bound MAX = new Bound(INFINITY, 0, 0, 0, 0, 0);

    /** Below every item. */
    static final Bound MIN = new Bound(0, 0, 0, 0, 0, 0);

    /** The shortest bound that separates two neighbours, the ids being at 0 and 4 of an array. */
    static Bound between(long previousTime, long time, long[] neighbours) {
        if (previousTime != time) {
            return new Bound(time, 0, 0, 0, 0, 0);
        }
        int length = sharedBytes(neighbours) + 1;
        return new Bound(
                time,
                head(neighbours[4], length),
                head(neighbours[5], length - 8),
                head(neighbours[6], length - 16),
                head(neighbours[7], length - 24),
                length);
    }

    /** Exactly at an item. */
    static Bound at(long time, long[] words, int at) {
        return new Bound(time, words[at], words[at + 1], words[at + 2], words[at + 3], 32);
    }

    boolean isBelow(Bound other) {
        return compare(time, w0, w1, w2, w3, other) < 0;
    }

    /** The first of the items {@code [from, to)} in flat arrays that is not below this bound; {@code to} when all are. */
    int lowerBound(long[] times, long[] words, int from, int to) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(times, words, middle) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Compares an item in flat arrays with this bound. */
    int compare(long[] times, long[] words, int index) {
        int at = index * 4;
        return compare(times[index], words[at], words[at + 1], words[at + 2], words[at + 3], this);
    }

    /** Compares an item with a bound, all unsigned. */
    private static int compare(long time, long w0, long w1, long w2, long w3, Bound bound) {
        if (time != bound.time) {
            return Long.compareUnsigned(time, bound.time);
        }
        if (w0 != bound.w0) {
            return Long.compareUnsigned(w0, bound.w0);
        }
        if (w1 != bound.w1) {
            return Long.compareUnsigned(w1, bound.w1);
        }
        return w2 != bound.w2 ? Long.compareUnsigned(w2, bound.w2) : Long.compareUnsigned(w3, bound.w3);
    }

    private static int sharedBytes(long[] neighbours) {
        for (int word = 0; word < 4; word++) {
            long differing = neighbours[word] ^ neighbours[word + 4];
            if (differing != 0) {
                return word * 8 + Long.numberOfLeadingZeros(differing) / 8;
            }
        }
        throw new IllegalStateException("equal neighbours");
    }

    /** The first bytes of a word, the rest zero. */
    private static long head(long word, int bytes) {
        if (bytes <= 0) {
            return 0;
        }
        return bytes >= 8 ? word : word & -1L << (64 - 8 * bytes);
    }
}
