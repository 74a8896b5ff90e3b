package dev.sluice.negentropy;

import java.util.Arrays;
import java.util.List;

/** Up to 128 items in flat arrays. */
final class ItemLeaf implements ItemNode {

    static final int MOST = 128;

    static final ItemNode EMPTY = new ItemLeaf(new long[0], new long[0]);

    private final long[] times;
    private final long[] words;
    private final long[] total = new long[4];

    ItemLeaf(long[] times, long[] words) {
        this.times = times;
        this.words = words;
        IdSum sum = new IdSum();
        sum.addIds(words, 0, words.length);
        sum.store(total, 0);
    }

    static ItemLeaf of(ItemView items, int from, int to) {
        long[] times = new long[to - from];
        long[] words = new long[(to - from) * 4];
        for (int i = from; i < to; i++) {
            times[i - from] = items.time(i);
        }
        items.copyIds(from, to, words, 0);
        return new ItemLeaf(times, words);
    }

    @Override
    public int count() {
        return times.length;
    }

    @Override
    public void sumAll(IdSum into) {
        into.addSum(total, 0);
    }

    @Override
    public void sum(int from, int to, IdSum into) {
        if (to - from <= times.length / 2) {
            into.addIds(words, from * 4, to * 4);
            return;
        }
        sumAll(into);
        into.subtractIds(words, 0, from * 4);
        into.subtractIds(words, to * 4, words.length);
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
    public int lowerBound(Bound bound) {
        return bound.lowerBound(times, words, 0, times.length);
    }

    @Override
    public List<ItemNode> inserted(ItemKey key) {
        int at = lowerBound(key.bound());
        if (holds(at, key)) {
            return List.of(this);
        }
        ItemLeaf grown = new ItemLeaf(opened(times, at, 1), opened(words, at * 4, 4));
        grown.put(at, key);
        return grown.count() <= MOST ? List.of(grown) : grown.halves(at == times.length);
    }

    @Override
    public ItemNode without(ItemKey key) {
        int at = lowerBound(key.bound());
        return holds(at, key) ? new ItemLeaf(closed(times, at, 1), closed(words, at * 4, 4)) : this;
    }

    @Override
    public int compareFirst(Bound bound) {
        return bound.compare(times, words, 0);
    }

    @Override
    public ItemNode lowered() {
        return this;
    }

    @Override
    public boolean isSparse() {
        return times.length < MOST / 4;
    }

    @Override
    public List<ItemNode> joined(ItemNode right) {
        ItemLeaf other = (ItemLeaf) right;
        ItemLeaf both = new ItemLeaf(appended(times, other.times), appended(words, other.words));
        return both.count() <= MOST ? List.of(both) : both.halves(false);
    }

    /** Two leaves; when the last insertion was at the end, the left one stays full, for times mostly grow. */
    private List<ItemNode> halves(boolean atEnd) {
        int cut = atEnd ? times.length - 1 : times.length / 2;
        return List.of(part(0, cut), part(cut, times.length));
    }

    private ItemLeaf part(int from, int to) {
        return new ItemLeaf(Arrays.copyOfRange(times, from, to), Arrays.copyOfRange(words, from * 4, to * 4));
    }

    private void put(int at, ItemKey key) {
        times[at] = key.time();
        words[at * 4] = key.w0();
        words[at * 4 + 1] = key.w1();
        words[at * 4 + 2] = key.w2();
        words[at * 4 + 3] = key.w3();
        IdSum sum = new IdSum();
        sum.addSum(total, 0);
        sum.addIds(words, at * 4, at * 4 + 4);
        sum.store(total, 0);
    }

    private boolean holds(int at, ItemKey key) {
        return at < times.length && key.bound().compare(times, words, at) == 0;
    }

    private static long[] opened(long[] array, int at, int gap) {
        long[] copy = Arrays.copyOf(array, array.length + gap);
        System.arraycopy(array, at, copy, at + gap, array.length - at);
        Arrays.fill(copy, at, at + gap, 0);
        return copy;
    }

    private static long[] closed(long[] array, int at, int gap) {
        long[] copy = Arrays.copyOf(array, array.length - gap);
        System.arraycopy(array, at + gap, copy, at, copy.length - at);
        return copy;
    }

    private static long[] appended(long[] left, long[] right) {
        long[] both = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, both, left.length, right.length);
        return both;
    }
}
