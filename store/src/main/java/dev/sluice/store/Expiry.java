package dev.sluice.store;

import org.h2.mvstore.DataUtils;

/** The second at which an event expires. */
record Expiry(long at, long seq) implements Comparable<Expiry> {

    static final PageType<Expiry> TYPE = new PageType<>(
            "expiry",
            Expiry::compareTo,
            expiry -> 36,
            (buffer, expiry) -> buffer.putVarLong(expiry.at).putVarLong(expiry.seq),
            buffer -> new Expiry(DataUtils.readVarLong(buffer), DataUtils.readVarLong(buffer)),
            Expiry[]::new);

    @Override
    public int compareTo(Expiry other) {
        return at != other.at ? Long.compare(at, other.at) : Long.compare(seq, other.seq);
    }
}
