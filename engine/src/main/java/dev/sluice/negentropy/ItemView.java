package dev.sluice.negentropy;

/**
 * A sorted sequence of different items that does not change while it is read. An item is an unsigned time and a 32-byte
 * id, four big-endian words here; items are ordered by time, then by id, both unsigned. Any thread may read.
 */
public interface ItemView {

    /** How many items there are. */
    int size();

    /** The time of an item. */
    long time(int index);

    /** Copies the ids of the items {@code [from, to)} to an array, four words each, from a position on. */
    void copyIds(int from, int to, long[] words, int at);

    /** Adds the ids of the items {@code [from, to)} to a sum. Costs no more for long ranges than for short ones. */
    void sum(int from, int to, IdSum into);

    /** The first index, {@code from} or later, whose item is not below a bound; the size when there is none. */
    int lowerBound(int from, Bound bound);
}
