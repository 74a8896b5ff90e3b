package dev.sluice.relay;

import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.archive.Visibility;
import dev.sluice.intake.Arrival;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import dev.sluice.nostr.SubscriptionId;
import java.util.ArrayList;
import java.util.List;

/**
 * One open REQ. It is live before its stored events are read, so nothing falls between the two; what arrives meanwhile
 * waits, and what was sent as stored is not sent again ({@link Seam}). The receiving thread sends the stored events, then sets a mark in
 * the feed; the live thread takes over when it meets the mark.
 */
final class Subscription {

    private final SubscriptionId id;
    private final List<Filter> filters;
    private final Seam seam;

    // live thread only
    private final List<Arrival> early = new ArrayList<>();
    private long earlyBytes;
    private boolean live;

    private final long weight;
    private final Visibility visibility;
    private volatile boolean cancelled;

    /**
     * A subscription.
     *
     * @param weight what it costs to keep it, in bytes
     * @param visibility which live events are for this client
     * @param seam of this subscription alone
     */
    Subscription(SubscriptionId id, List<Filter> filters, long weight, Visibility visibility, Seam seam) {
        this.seam = seam;
        this.visibility = visibility;
        this.id = id;
        this.filters = List.copyOf(filters);
        this.weight = weight;
    }

    /** What keeping some filters costs, in bytes. */
    static long weigh(List<Filter> filters) {
        return filters.stream()
                .mapToLong(filter -> FilterBytes.of(filter) + Limit.FILTER_OVERHEAD)
                .sum();
    }

    long weight() {
        return weight;
    }

    SubscriptionId id() {
        return id;
    }

    List<Filter> filters() {
        return filters;
    }

    /** The client closed or replaced it: nothing is sent for it any more. */
    void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Receiving thread: sends a stored event. */
    boolean sendStored(Encoded event, Outlet outlet) {
        seam.stored(event.id());
        return outlet.send(Codec.delivery(id, event.json()));
    }

    /** Receiving thread: all stored events are sent; to be called before the mark is set. */
    void storedSent() {
        seam.answered();
    }

    /** Publishing thread: whether an event that was accepted is to be heard. */
    boolean wants(Event event) {
        return visibility.shows(event) && seam.comes(event.id());
    }

    /** Live thread: an event is heard; it waits while stored events are being sent. */
    void hear(Arrival arrival, Outlet outlet) {
        if (live) {
            sendLive(arrival, outlet);
        } else {
            early.add(arrival);
            earlyBytes += arrival.weight();
        }
    }

    /** Live thread: the mark was met. */
    void goLive(Outlet outlet) {
        early.forEach(arrival -> sendLive(arrival, outlet));
        early.clear();
        earlyBytes = 0;
        live = true;
    }

    /** Live thread: whether more events wait for the stored ones to end than are kept for a client. */
    boolean overflows(RelayLimits limits) {
        return early.size() > limits.of(Limit.MAX_OUTBOUND_EVENTS) || earlyBytes > limits.of(Limit.MAX_OUTBOUND_BYTES);
    }

    private void sendLive(Arrival arrival, Outlet outlet) {
        if (!cancelled && seam.passes(arrival.event().id())) {
            outlet.send(Codec.delivery(id, arrival.json()));
        }
    }
}
