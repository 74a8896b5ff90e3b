package dev.sluice.negentropy;

/** The straightforward way: every fingerprint walks all ids of its range. */
record WalkingItems(ItemSet items) implements ItemView {

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public long time(int index) {
        return items.time(index);
    }

    @Override
    public void copyIds(int from, int to, long[] words, int at) {
        items.copyIds(from, to, words, at);
    }

    @Override
    public void sum(int from, int to, IdSum into) {
        long[] block = new long[512];
        for (int start = from; start < to; start += 128) {
            int end = Math.min(to, start + 128);
            items.copyIds(start, end, block, 0);
            into.addIds(block, 0, (end - start) * 4);
        }
    }

    @Override
    public int lowerBound(int from, Bound bound) {
        return items.lowerBound(from, bound);
    }
}
