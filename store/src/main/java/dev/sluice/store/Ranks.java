package dev.sluice.store;

import org.h2.mvstore.MVMap;

/** Counts ranges of a map without walking them: pages know how many keys are below them. */
final class Ranks {

    private Ranks() {}

    /** How many keys lie between two that are no keys of the map themselves. */
    static <K> long between(MVMap<K, ?> map, K low, K high) {
        return Math.max(0, rank(map, high) - rank(map, low));
    }

    private static <K> long rank(MVMap<K, ?> map, K key) {
        long index = map.getKeyIndex(key);
        return index < 0 ? -index - 1 : index;
    }
}
