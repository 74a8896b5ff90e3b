package dev.sluice.nostr;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An unmodifiable set that iterates in natural order; membership is a binary search, so that no chosen values slow it down. */
final class OrderedSet<T extends Comparable<T>> extends AbstractSet<T> {

    private final List<T> values;

    private OrderedSet(List<T> values) {
        this.values = values;
    }

    /** The distinct values in order; an ordered set is its own copy. */
    static <T extends Comparable<T>> OrderedSet<T> copyOf(Collection<T> values) {
        if (values instanceof OrderedSet<T> ordered) {
            return ordered;
        }
        return new OrderedSet<>(values.stream().sorted().distinct().collect(Collectors.toUnmodifiableList()));
    }

    @Override
    @SuppressWarnings("unchecked") // a value of another class is a caller's bug and fails as in TreeSet
    public boolean contains(@Nullable Object value) {
        if (value == null) {
            return false;
        }
        T wanted = (T) value;
        int low = 0;
        int high = values.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = values.get(middle).compareTo(wanted);
            if (order == 0) {
                return true;
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        return false;
    }

    @Override
    public Iterator<T> iterator() {
        return values.iterator();
    }

    @Override
    public int size() {
        return values.size();
    }
}
