package dev.sluice.store;

import java.util.List;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.Page;

/**
 * Looks up many keys of a map at once. Every page comes from the cache by a look-up of its own, which costs more than to
 * search it; so the pages on the way down are fetched once for all keys below them, not once a key.
 */
final class Descent<K, V> {

    private final MVMap<K, V> map;
    private final List<K> keys;
    private final Sink<K, V> sink;

    /** Told what was found. */
    @FunctionalInterface
    interface Sink<K, V> {

        /** @param place of the key that was asked for */
        void found(int place, K key, V value);
    }

    private Descent(MVMap<K, V> map, List<K> keys, Sink<K, V> sink) {
        this.map = map;
        this.keys = keys;
        this.sink = sink;
    }

    /** For each of the keys, which must be in ascending order, tells of the first entry that is not before it. */
    static <K, V> void ceilings(MVMap<K, V> map, List<K> keys, Sink<K, V> sink) {
        if (!keys.isEmpty()) {
            new Descent<>(map, keys, sink).visit(map.getRootPage(), 0, keys.size());
        }
    }

    private void visit(Page<K, V> page, int from, int to) {
        int at = from;
        while (at < to) {
            if (page.isLeaf()) {
                take(page, at++);
            } else {
                int child = notAfter(page, keys.get(at));
                int end = at + 1;
                while (end < to && isBefore(page, keys.get(end), child)) {
                    end++;
                }
                visit(page.getChildPage(child), at, end);
                at = end;
            }
        }
    }

    private void take(Page<K, V> leaf, int place) {
        K key = keys.get(place);
        int index = notAfter(leaf, key);
        if (index > 0 && map.getKeyType().compare(leaf.getKey(index - 1), key) == 0) {
            index--;
        }
        if (index < leaf.getKeyCount()) {
            sink.found(place, leaf.getKey(index), leaf.getValue(index));
            return;
        }
        // what follows stands in another leaf
        K next = map.ceilingKey(key);
        V value = next == null ? null : map.get(next);
        if (next != null && value != null) {
            sink.found(place, next, value);
        }
    }

    private boolean isBefore(Page<K, V> page, K key, int child) {
        return child == page.getKeyCount() || map.getKeyType().compare(key, page.getKey(child)) < 0;
    }

    /** How many keys of a page are not after a key: the child that leads to it. */
    private int notAfter(Page<K, V> page, K key) {
        int low = 0;
        int high = page.getKeyCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (map.getKeyType().compare(page.getKey(middle), key) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
