package dev.sluice.store;

import dev.sluice.archive.Order;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A held event that an index has led to. */
final class Found {

    private static final Comparator<Found> BY_ID =
            Comparator.comparing(found -> found.head().id());

    private final long seq;
    private final Head head;
    private final byte @Nullable [] record;

    /** An event of which no more than the head was read. */
    Found(long seq, Head head) {
        this(seq, head, null);
    }

    Found(long seq, byte[] record) {
        this(seq, EventRecord.head(record), record);
    }

    private Found(long seq, Head head, byte @Nullable [] record) {
        this.seq = seq;
        this.head = head;
        this.record = record;
    }

    /** The order of a scan; equal seconds stand by lowest id in both. */
    static Comparator<Found> order(Order order) {
        Comparator<Found> byTime =
                Comparator.comparingLong(found -> found.head().createdAt());
        return switch (order) {
            case NEWEST_FIRST -> byTime.reversed().thenComparing(BY_ID);
            case OLDEST_FIRST -> byTime.thenComparing(BY_ID);
        };
    }

    long seq() {
        return seq;
    }

    Head head() {
        return head;
    }

    /** All of it as it stands in the file, not to be changed; null when it has gone. */
    byte @Nullable [] record(Maps maps) {
        return record == null ? maps.records().get(seq) : record;
    }
}
