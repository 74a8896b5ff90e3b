package dev.sluice.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/** The entries of a map from one key to another, in the map's order. */
final class MapSlices<K, V, T> implements Slices<T> {

    private final Function<Maps, MVMap<K, V>> map;
    private final Function<Maps, @Nullable Bounds<K>> bounds;
    private final BiFunction<K, V, @Nullable T> view;
    private @Nullable K last;
    private boolean ended;

    /** First and last key, both inclusive; null for no bound. */
    record Bounds<K>(@Nullable K from, @Nullable K to) {}

    /**
     * @param bounds asked at each slice; null when there is nothing to read
     * @param view of an entry; null leaves it out
     */
    MapSlices(
            Function<Maps, MVMap<K, V>> map,
            Function<Maps, @Nullable Bounds<K>> bounds,
            BiFunction<K, V, @Nullable T> view) {
        this.map = map;
        this.bounds = bounds;
        this.view = view;
    }

    @Override
    public List<T> next(Maps maps, Budget budget) {
        List<T> slice = new ArrayList<>();
        Bounds<K> range = bounds.apply(maps);
        ended = range == null;
        if (range == null) {
            return slice;
        }
        MVMap<K, V> entries = map.apply(maps);
        K from = last == null ? range.from() : last;
        Cursor<K, V> cursor = entries.cursor(from, range.to(), false);
        while (!budget.isSpent() && cursor.hasNext()) {
            K key = cursor.next();
            if (last == null || entries.getKeyType().compare(key, last) > 0) {
                T item = view.apply(key, cursor.getValue());
                if (item != null) {
                    slice.add(item);
                }
                last = key;
                budget.spend();
            }
        }
        ended = !cursor.hasNext();
        return slice;
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    static <K> Bounds<K> all() {
        return new Bounds<>(null, null);
    }
}
