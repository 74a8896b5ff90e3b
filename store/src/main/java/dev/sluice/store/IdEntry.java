package dev.sluice.store;

/**
 * An event under its id: the first eight bytes and the sequence number. The whole id stands in the head, which is asked
 * when the prefix is met.
 */
record IdEntry(long prefix, long seq) implements Comparable<IdEntry> {

    @Override
    public int compareTo(IdEntry other) {
        return prefix != other.prefix ? Long.compareUnsigned(prefix, other.prefix) : Long.compare(seq, other.seq);
    }
}
