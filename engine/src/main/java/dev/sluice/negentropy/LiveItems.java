package dev.sluice.negentropy;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A set of items that changes while rounds run over it. Taking a snapshot costs nothing and a snapshot never changes;
 * an insertion or removal copies one leaf and the few nodes above it, so its cost grows with the logarithm of the size.
 * Any thread may call any method; changes wait for each other.
 */
public final class LiveItems {

    private final ReentrantLock changing = new ReentrantLock();
    private volatile ItemNode root = ItemLeaf.EMPTY;

    /** The present items, for good. */
    public Snapshot snapshot() {
        return new Snapshot(root);
    }

    /** Inserts an item, its id as four big-endian words; false when it is there already. */
    public boolean insert(long time, long w0, long w1, long w2, long w3) {
        if (time == Bound.INFINITY) {
            throw new IllegalArgumentException("the time 2^64 - 1 means infinity");
        }
        return change(new ItemKey(time, w0, w1, w2, w3), true);
    }

    /** Removes an item; false when it is not there. */
    public boolean remove(long time, long w0, long w1, long w2, long w3) {
        return change(new ItemKey(time, w0, w1, w2, w3), false);
    }

    /** Replaces everything by the items of a set; costs as much as reading them. */
    public void fill(ItemSet items) {
        changing.lock();
        try {
            root = ItemNode.of(items);
        } finally {
            changing.unlock();
        }
    }

    private boolean change(ItemKey key, boolean insertion) {
        changing.lock();
        try {
            ItemNode before = root;
            root = insertion ? before.with(key) : before.without(key).lowered();
            return root.count() != before.count();
        } finally {
            changing.unlock();
        }
    }

    /** The items as they were when it was taken. */
    public static final class Snapshot implements ItemView {

        private final ItemNode root;

        private Snapshot(ItemNode root) {
            this.root = root;
        }

        @Override
        public int size() {
            return root.count();
        }

        @Override
        public long time(int index) {
            return root.time(index);
        }

        @Override
        public void copyIds(int from, int to, long[] words, int at) {
            root.copyIds(from, to, words, at);
        }

        @Override
        public void sum(int from, int to, IdSum into) {
            root.sum(from, to, into);
        }

        @Override
        public int lowerBound(int from, Bound bound) {
            return Math.max(from, root.lowerBound(bound));
        }
    }
}
