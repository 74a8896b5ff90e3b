package dev.sluice.negentropy;

import java.util.Arrays;

/**
 * A sealed set of items in flat arrays: 40 bytes an item and 4 more for the sum of every 8th prefix, from which the sum of
 * any range follows in constant time.
 */
public final class ItemSet implements ItemView {

    /** Items between two stored prefix sums: each end of a range costs a walk of at most half of it. */
    private static final int STRIDE = 8;

    private final int size;
    private final long[] times;
    private final long[] words;
    private final long[] prefixSums;

    private ItemSet(int size, long[] times, long[] words) {
        this.size = size;
        this.times = times;
        this.words = words;
        this.prefixSums = prefixSums(size, words);
    }

    /** A builder with room for a number of items; it grows when there are more. */
    public static Builder builder(int expected) {
        return new Builder(expected);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long time(int index) {
        return times[index];
    }

    @Override
    public void copyIds(int from, int to, long[] into, int at) {
        System.arraycopy(words, from * 4, into, at, (to - from) * 4);
    }

    @Override
    public void sum(int from, int to, IdSum into) {
        if (to - from <= 2 * STRIDE) {
            into.addIds(words, from * 4, to * 4);
            return;
        }
        int last = stored(to);
        into.addSum(prefixSums, last * 4);
        into.addIds(words, last * STRIDE * 4, to * 4);
        into.subtractIds(words, to * 4, last * STRIDE * 4);
        int first = stored(from);
        into.subtractSum(prefixSums, first * 4);
        into.subtractIds(words, first * STRIDE * 4, from * 4);
        into.addIds(words, from * 4, first * STRIDE * 4);
    }

    /** The stored prefix sum that ends nearest to an index, before or after it. */
    private int stored(int index) {
        return Math.min((index + STRIDE / 2) / STRIDE, size / STRIDE);
    }

    /** Ranges follow each other, so the place is mostly near: steps that double find where to search. */
    @Override
    public int lowerBound(int from, Bound bound) {
        int low = from;
        int high = from;
        for (int step = 1; high < size && bound.compare(times, words, high) < 0; step *= 2) {
            low = high + 1;
            high += step;
        }
        return bound.lowerBound(times, words, low, Math.min(high, size));
    }

    private static long[] prefixSums(int size, long[] words) {
        long[] sums = new long[(size / STRIDE + 1) * 4];
        IdSum sum = new IdSum();
        for (int block = 1; block <= size / STRIDE; block++) {
            sum.addIds(words, (block - 1) * STRIDE * 4, block * STRIDE * 4);
            sum.store(sums, block * 4);
        }
        return sums;
    }

    /** Collects items in any order. Not for use by several threads. */
    public static final class Builder {

        private int size;
        private boolean sorted = true;
        private long[] times;
        private long[] words;

        private Builder(int expected) {
            times = new long[expected];
            words = new long[expected * 4];
        }

        /**
         * Adds an item, its id as four big-endian words. The largest unsigned time is reserved by the protocol: it is an
         * {@link IllegalArgumentException}.
         */
        public Builder add(long time, long w0, long w1, long w2, long w3) {
            if (time == Bound.INFINITY) {
                throw new IllegalArgumentException("the time 2^64 - 1 means infinity");
            }
            if (size == times.length) {
                grow();
            }
            times[size] = time;
            words[size * 4] = w0;
            words[size * 4 + 1] = w1;
            words[size * 4 + 2] = w2;
            words[size * 4 + 3] = w3;
            sorted &= size == 0 || compareItems(times, words, size - 1, size) < 0;
            size++;
            return this;
        }

        /** Sorts when needed, drops repeated items and seals the set; the builder must not be used again. */
        public ItemSet build() {
            if (!sorted) {
                arrange();
            }
            ItemSet set = new ItemSet(size, trimmed(times, size), trimmed(words, size * 4));
            times = new long[0];
            words = times;
            size = 0;
            return set;
        }

        private void arrange() {
            long[] unsortedTimes = times;
            long[] unsorted = words;
            int[] order = IntSort.order(size, (a, b) -> compareItems(unsortedTimes, unsorted, a, b));
            times = new long[size];
            words = new long[size * 4];
            int kept = 0;
            for (int index : order) {
                times[kept] = unsortedTimes[index];
                System.arraycopy(unsorted, index * 4, words, kept * 4, 4);
                if (kept == 0 || compareItems(times, words, kept - 1, kept) != 0) {
                    kept++;
                }
            }
            size = kept;
        }

        private void grow() {
            int capacity = Math.max(64, Math.min(times.length * 2, Integer.MAX_VALUE / 4 - 8));
            times = Arrays.copyOf(times, capacity);
            words = Arrays.copyOf(words, capacity * 4);
        }

        private static long[] trimmed(long[] array, int length) {
            return array.length == length ? array : Arrays.copyOf(array, length);
        }

        private static int compareItems(long[] times, long[] words, int a, int b) {
            int byTime = Long.compareUnsigned(times[a], times[b]);
            return byTime != 0 ? byTime : Ids.compare(words, a * 4, words, b * 4);
        }
    }
}
