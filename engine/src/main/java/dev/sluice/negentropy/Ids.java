package dev.sluice.negentropy;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** A list of 32-byte ids in one flat array, four big-endian words each. Can't be changed. */
public final class Ids {

    /** No ids. */
    public static final Ids NONE = new Ids(new long[0], 0);

    private final long[] words;
    private final int size;

    private Ids(long[] words, int size) {
        this.words = words;
        this.size = size;
    }

    /** How many ids there are. */
    public int size() {
        return size;
    }

    /** One of the four words of an id. */
    public long word(int index, int word) {
        return words[index * 4 + word];
    }

    /** How four words become an id of the caller's own type. */
    @FunctionalInterface
    public interface Form<T> {
        T of(long w0, long w1, long w2, long w3);
    }

    /** One id in the caller's own type. */
    public <T> T get(int index, Form<T> form) {
        int at = index * 4;
        return form.of(words[at], words[at + 1], words[at + 2], words[at + 3]);
    }

    /** Those whose index is to be kept, in their order. */
    public Ids where(IntPredicate kept) {
        Collector some = new Collector();
        for (int i = 0; i < size; i++) {
            if (kept.test(i)) {
                some.add(words, i * 4);
            }
        }
        return some.toIds();
    }

    /** The ids of several lists, each once, ordered as unsigned bytes. */
    public static Ids union(List<Ids> lists) {
        int size = 0;
        for (Ids list : lists) {
            size = Math.addExact(size, list.size);
        }
        long[] all = new long[Math.multiplyExact(size, 4)];
        int at = 0;
        for (Ids list : lists) {
            System.arraycopy(list.words, 0, all, at, list.size * 4);
            at += list.size * 4;
        }
        int[] order = IntSort.order(size, (a, b) -> compare(all, a * 4, all, b * 4));
        Collector union = new Collector();
        for (int i = 0; i < order.length; i++) {
            if (i == 0 || compare(all, order[i - 1] * 4, all, order[i] * 4) != 0) {
                union.add(all, order[i] * 4);
            }
        }
        return union.toIds();
    }

    /** The unsigned order of two ids in arrays. */
    static int compare(long[] a, int atA, long[] b, int atB) {
        for (int i = 0; i < 4; i++) {
            if (a[atA + i] != b[atB + i]) {
                return Long.compareUnsigned(a[atA + i], b[atB + i]);
            }
        }
        return 0;
    }

    /** Gathers ids. */
    static final class Collector {

        private long[] words = new long[0];
        private int size;

        void add(long[] from, int at) {
            if (size * 4 == words.length) {
                words = Arrays.copyOf(words, Math.max(64, words.length * 2));
            }
            System.arraycopy(from, at, words, size * 4, 4);
            size++;
        }

        void addAll(long[] from, int start, int end) {
            int needed = size * 4 + end - start;
            if (needed > words.length) {
                words = Arrays.copyOf(words, Math.max(needed, words.length * 2));
            }
            System.arraycopy(from, start, words, size * 4, end - start);
            size += (end - start) / 4;
        }

        /** The ids gathered; the collector must not be used again. */
        Ids toIds() {
            return size == 0 ? NONE : new Ids(words, size);
        }
    }
}
