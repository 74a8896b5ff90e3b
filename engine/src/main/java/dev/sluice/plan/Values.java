package dev.sluice.plan;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Values in natural order, each once, with what each weighs. Made for a million of them: each is looked at a few times
 * only, since most of the time would go into fetching it from memory.
 */
final class Values extends AbstractList<String> implements RandomAccess {
    private final String[] values;
    private final int[] bytes;

    private Values(ValueSort sorted) {
        this.values = sorted.values();
        this.bytes = sorted.bytes();
    }

    /** In whatever order they are named; values that are in order already are their own copy. */
    static Values of(Collection<String> values) {
        return values instanceof Values known ? known : new Values(ValueSort.of(values.toArray(String[]::new)));
    }

    /** Serialised, with its comma. */
    int bytes(int index) {
        return bytes[index];
    }

    @Override
    public String get(int index) {
        return values[index];
    }

    @Override
    public int size() {
        return values.length;
    }

    /** As of any list, but most are told apart by their sizes. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Values known ? Arrays.equals(values, known.values) : super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }

    @Override
    public boolean contains(@Nullable Object value) {
        return value instanceof String text && Arrays.binarySearch(values, text) >= 0;
    }
}
