package dev.sluice.relay;

import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.intake.Feed;
import dev.sluice.intake.Listener;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The open REQs of one client. Only the receiving thread uses it. */
final class Subscriptions {

    private final Map<SubscriptionId, Subscription> open = new HashMap<>();
    private final StoredAnswer.Source stored;
    private final Feed feed;
    private final Listener<Subscription> listener;
    private final Outlet outlet;
    private final RelayLimits limits;

    Subscriptions(
            StoredAnswer.Source stored, Feed feed, Listener<Subscription> listener, Outlet outlet, RelayLimits limits) {
        this.stored = stored;
        this.feed = feed;
        this.listener = listener;
        this.outlet = outlet;
        this.limits = limits;
    }

    /** Opens or replaces a subscription and sends its stored events and the EOSE. */
    void open(ClientMessage.Req req) throws InterruptedException {
        Optional<RelayMessage> refusal = refusal(req);
        if (refusal.isPresent()) {
            outlet.send(refusal.get());
            return;
        }
        close(req.id());
        Subscription subscription = new Subscription(req.id(), req.filters());
        open.put(req.id(), subscription);
        listener.watch(subscription, req.filters());
        sendStored(subscription);
    }

    void close(SubscriptionId id) {
        @Nullable Subscription subscription = open.remove(id);
        if (subscription != null) {
            subscription.cancel();
            listener.unwatch(subscription);
        }
    }

    private Optional<RelayMessage> refusal(ClientMessage.Req req) {
        if (req.filters().size() > limits.filters()) {
            return Optional.of(Replies.tooManyFilters(req.id(), limits.filters()));
        }
        boolean full = open.size() >= limits.subscriptions() && !open.containsKey(req.id());
        return full ? Optional.of(Replies.tooManySubscriptions(req.id(), limits.subscriptions())) : Optional.empty();
    }

    private void sendStored(Subscription subscription) throws InterruptedException {
        StoredAnswer answer = stored.to(subscription.filters());
        Optional<Encoded> event = answer.next();
        while (event.isPresent() && subscription.sendStored(event.get(), outlet)) {
            event = answer.next();
        }
        outlet.send(new RelayMessage.Eose(subscription.id(), answer.hint()));
        subscription.storedSent(feed::stillToCome);
        listener.mark(subscription);
    }
}
