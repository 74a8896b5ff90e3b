package dev.sluice.relay;

import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.archive.Leave;
import dev.sluice.intake.Feed;
import dev.sluice.intake.Listener;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The open REQs of one client. Only the receiving thread uses it, but for its end. */
final class Subscriptions {

    private final Map<SubscriptionId, Subscription> open = new HashMap<>();
    private final StoredAnswer.Source stored;
    private final Feed feed;
    private final Listener<Subscription> listener;
    private final Outlet outlet;
    private final RelayLimits limits;
    private final Allotment inAll;
    private final Allotment.Share share;
    private final Reader reader;

    /** @param inAll what the subscriptions of all clients may weigh */
    Subscriptions(
            StoredAnswer.Source stored,
            Feed feed,
            Listener<Subscription> listener,
            Outlet outlet,
            RelayLimits limits,
            Allotment inAll,
            Reader reader) {
        this.stored = stored;
        this.feed = feed;
        this.listener = listener;
        this.outlet = outlet;
        this.limits = limits;
        this.inAll = inAll;
        this.share = inAll.share();
        this.reader = reader;
    }

    /** Opens or replaces a subscription and sends its stored events and the EOSE; one that is refused changes nothing. */
    void open(ClientMessage.Req req) throws InterruptedException {
        long added = Subscription.weigh(req.filters());
        @Nullable Subscription replaced = open.get(req.id());
        Optional<String> refusal = refusal(added, replaced);
        if (refusal.isPresent()) {
            outlet.send(Replies.closed(req.id(), refusal.get()));
            return;
        }
        close(req.id());
        Subscription subscription = new Subscription(req.id(), req.filters(), added, reader, new Seam(feed::isToCome));
        open.put(req.id(), subscription);
        listener.watch(subscription, req.filters(), subscription::wants);
        sendStored(subscription);
    }

    void close(SubscriptionId id) {
        @Nullable Subscription subscription = open.remove(id);
        if (subscription != null) {
            subscription.cancel();
            listener.unwatch(subscription);
            share.giveBack(subscription.weight());
        }
    }

    /** The client has gone: what its subscriptions took is free again. Any thread may call. */
    void left() {
        share.close();
    }

    /** Takes what is added of what all may have, unless there is a refusal. */
    private Optional<String> refusal(long added, @Nullable Subscription replaced) {
        int most = limits.count(Limit.MAX_SUBSCRIPTIONS);
        if (replaced == null && open.size() >= most) {
            return Optional.of(Wording.TOO_MANY_SUBSCRIPTIONS.text(most));
        }
        long freed = replaced == null ? 0 : replaced.weight();
        long own = limits.of(Limit.MAX_SUBSCRIPTION_BYTES);
        if (share.held() - freed + added > own) {
            return Optional.of(Wording.TOO_MANY_RETAINED_BYTES.text(own));
        }
        return share.tryTake(added) ? Optional.empty() : Optional.of(Wording.RELAY_RETAINS_TOO_MUCH.text(inAll.most()));
    }

    private void sendStored(Subscription subscription) throws InterruptedException {
        Leave leave = reader.leave();
        StoredAnswer answer = stored.to(subscription.filters(), leave);
        Optional<Encoded> event = answer.next();
        while (event.isPresent() && subscription.sendStored(event.get(), outlet)) {
            event = answer.next();
        }
        if (leave.allowance().isSpent()) {
            close(subscription.id());
            outlet.send(Replies.closed(subscription.id(), Replies.tooSlow(limits)));
            return;
        }
        outlet.send(new RelayMessage.Eose(subscription.id(), answer.hint()));
        subscription.storedSent();
        listener.mark(subscription);
    }
}
