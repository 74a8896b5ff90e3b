package dev.sluice.store;

import org.h2.mvstore.DataUtils;

/**
 * An event under its id: the first eight bytes and the sequence number. The whole id stands in the head, which is asked
 * when the prefix is met.
 */
record IdEntry(long prefix, long seq) implements Comparable<IdEntry> {

    static final PageType<IdEntry> TYPE = new PageType<>(
            "id",
            IdEntry::compareTo,
            entry -> 36,
            (buffer, entry) -> buffer.putLong(entry.prefix).putVarLong(entry.seq),
            buffer -> new IdEntry(buffer.getLong(), DataUtils.readVarLong(buffer)),
            IdEntry[]::new);

    @Override
    public int compareTo(IdEntry other) {
        return prefix != other.prefix ? Long.compareUnsigned(prefix, other.prefix) : Long.compare(seq, other.seq);
    }
}
