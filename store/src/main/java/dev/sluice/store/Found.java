package dev.sluice.store;

import dev.sluice.archive.Order;
import java.util.Comparator;

/** A held event that an index has led to. */
record Found(long seq, Head head) {

    private static final Comparator<Found> BY_ID =
            Comparator.comparing(found -> found.head().id());

    /** The order of a scan; equal seconds stand by lowest id in both. */
    static Comparator<Found> order(Order order) {
        Comparator<Found> byTime =
                Comparator.comparingLong(found -> found.head().createdAt());
        return switch (order) {
            case NEWEST_FIRST -> byTime.reversed().thenComparing(BY_ID);
            case OLDEST_FIRST -> byTime.thenComparing(BY_ID);
        };
    }
}
