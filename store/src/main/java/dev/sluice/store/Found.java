package dev.sluice.store;

import dev.sluice.archive.Order;
import dev.sluice.nostr.Event;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A held event that an index has led to.
 *
 * @param body null when it has not been read
 */
record Found(long seq, Head head, @Nullable Event body) {

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

    /** The whole event; null when it has gone. */
    @Nullable
    Event event(Maps maps) {
        return body == null ? maps.event(seq) : body;
    }
}
