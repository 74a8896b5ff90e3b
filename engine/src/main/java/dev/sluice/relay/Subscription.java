package dev.sluice.relay;

import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.archive.Visibility;
import dev.sluice.intake.Arrival;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import dev.sluice.nostr.SubscriptionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One open REQ. It is live before its stored events are read, so nothing falls between the two; what arrives meanwhile
 * waits, and what was sent as stored is not sent again. The receiving thread sends the stored events, then sets a mark in
 * the feed; the live thread takes over when it meets the mark.
 */
final class Subscription {

    private final SubscriptionId id;
    private final List<Filter> filters;

    /** Sent as stored. Handed over from the receiving thread to the live thread by the mark. */
    private Set<EventId> sent = new HashSet<>();

    /** Of those, the ones that the feed may bring later than the mark. */
    private Set<EventId> late = Set.of();

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
     */
    Subscription(SubscriptionId id, List<Filter> filters, long weight, Visibility visibility) {
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
        sent.add(event.id());
        return outlet.send(Codec.delivery(id, event.json()));
    }

    /** Receiving thread: all stored events are sent; to be called before the mark is set. */
    void storedSent(UnaryOperator<Set<EventId>> stillToCome) {
        late = stillToCome.apply(sent);
    }

    /** Live thread: an event was accepted; it waits while stored events are being sent. */
    void hear(Arrival arrival, Outlet outlet) {
        if (!visibility.shows(arrival.event())) {
            return;
        }
        if (live) {
            sendLive(arrival, late, outlet);
        } else {
            early.add(arrival);
            earlyBytes += arrival.weight();
        }
    }

    /** Live thread: the mark was met. */
    void goLive(Outlet outlet) {
        early.forEach(arrival -> sendLive(arrival, sent, outlet));
        early.clear();
        earlyBytes = 0;
        sent = Set.of();
        live = true;
    }

    /** Live thread: whether more events wait for the stored ones to end than are kept for a client. */
    boolean overflows(RelayLimits limits) {
        return early.size() > limits.of(Limit.MAX_OUTBOUND_EVENTS) || earlyBytes > limits.of(Limit.MAX_OUTBOUND_BYTES);
    }

    private void sendLive(Arrival arrival, Set<EventId> alreadySent, Outlet outlet) {
        if (!cancelled && !alreadySent.contains(arrival.event().id())) {
            outlet.send(Codec.delivery(id, arrival.json()));
        }
    }
}
