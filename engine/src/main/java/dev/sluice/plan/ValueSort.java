package dev.sluice.plan;

import dev.sluice.nostr.FilterBytes;
import java.util.Arrays;

/**
 * Sorts many strings by {@link SortKeys}, and compares strings only where these are equal: a sort that compares strings
 * alone looks at each some twenty times. They are weighed before that: in the order in which they were made they lie side
 * by side in memory, later anywhere.
 */
final class ValueSort {
    private final String[] values;
    private final int[] bytes;
    private int size;

    private ValueSort(int most) {
        this.values = new String[most];
        this.bytes = new int[most];
    }

    /** The distinct strings in natural order. The array is used up. */
    static ValueSort of(String[] values) {
        ValueSort sort = new ValueSort(values.length);
        if (isInOrderOnce(values)) {
            sort.append(values);
        } else {
            sort.sort(values);
        }
        return sort;
    }

    String[] values() {
        return size == values.length ? values : Arrays.copyOf(values, size);
    }

    /** What each weighs. */
    int[] bytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private static boolean isInOrderOnce(String[] values) {
        for (int i = 1; i < values.length; i++) {
            if (values[i - 1].compareTo(values[i]) >= 0) {
                return false;
            }
        }
        return true;
    }

    private void append(String... sorted) {
        for (String value : sorted) {
            values[size] = value;
            bytes[size++] = FilterBytes.of(value);
        }
    }

    private void sort(String... all) {
        int indexBits = Long.SIZE - Long.numberOfLeadingZeros(all.length);
        long index = (1L << indexBits) - 1;
        SortKeys numbers = new SortKeys(all, Long.SIZE - indexBits);
        long[] keys = new long[all.length];
        int[] weights = new int[all.length];
        for (int i = 0; i < all.length; i++) {
            // the sign is flipped, so that the order of longs is that of their bits
            keys[i] = ((numbers.of(all[i]) & ~index) | i) ^ Long.MIN_VALUE;
            weights[i] = FilterBytes.of(all[i]);
        }
        Arrays.sort(keys);
        for (int from = 0, to; from < keys.length; from = to) {
            to = from + 1;
            while (to < keys.length && (keys[to] & ~index) == (keys[from] & ~index)) {
                to++;
            }
            int first = (int) (keys[from] & index);
            if (to - from == 1) {
                values[size] = all[first];
                bytes[size++] = weights[first];
            } else {
                append(distinct(keys, from, to, index, all));
            }
        }
    }

    /** Those whose numbers are equal, sorted, each once. */
    private static String[] distinct(long[] keys, int from, int to, long index, String... all) {
        return Arrays.stream(keys, from, to)
                .mapToObj(key -> all[(int) (key & index)])
                .sorted()
                .distinct()
                .toArray(String[]::new);
    }
}
