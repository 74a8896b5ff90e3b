package dev.sluice.relay;

import dev.sluice.archive.ArchiveException;
import dev.sluice.intake.Listener;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.Utf8;
import dev.sluice.task.TaskScope;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connected client. The transport's thread of the connection calls {@link #receive} for each message; two threads of
 * the session's own send live events and answers to published events.
 */
public final class ClientSession implements ClientConnection {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSession.class);

    private final RelayParts parts;
    private final RequestRules requests;
    private final Outlet outlet;
    private final Listener<Subscription> listener;
    private final Subscriptions subscriptions;
    private final Publications publications;
    private final Reconciliations reconciliations;
    private final Clients.Seat seat;
    private final Patience patience;
    private final TaskScope threads;

    // receiving thread only
    private boolean publishes;

    ClientSession(
            RelayParts parts,
            StoredAnswer.Source stored,
            Clients.Seat seat,
            ClientOutput output,
            ClientAddress address) {
        RelayLimits limits = parts.limits();
        this.parts = parts;
        this.requests = new RequestRules(limits);
        this.seat = seat;
        this.patience = new Patience(limits, parts.time());
        this.outlet = new Outlet(output);
        this.reconciliations = new Reconciliations(parts.sets(), limits, parts.time());
        this.listener = parts.intake()
                .feed()
                .listen(limits.count(Limit.MAX_OUTBOUND_EVENTS), limits.of(Limit.MAX_OUTBOUND_BYTES));
        this.subscriptions =
                new Subscriptions(stored, parts.intake().feed(), listener, outlet, limits, parts.retained());
        this.publications = new Publications(parts.lane(), outlet, limits.count(Limit.MAX_UNANSWERED_EVENTS));
        this.threads = TaskScope.open("client/" + address);
        fork("live", new LiveDelivery(listener, outlet, limits));
        seat.crowded().ifPresent(outlet::endForNow);
    }

    @Override
    public void receive(String json) throws InterruptedException {
        if (outlet.isGone()) {
            return;
        }
        Decoded<ClientMessage> decoded = Codec.clientMessage(json);
        Optional<String> tooMany = seat.quotas().take(quota(decoded));
        switch (decoded) {
            case Decoded.Malformed<ClientMessage>(String label, String subject, String reason) -> {
                if (label.startsWith("NEG-")) {
                    reconciliations.end(new SubscriptionId(subject));
                }
                outlet.send(Replies.refusal(label, subject, tooMany.orElse(reason)));
            }
            case Decoded.Message<ClientMessage>(ClientMessage message) -> take(message, json, tooMany);
        }
        tooMany.flatMap(patience::exhaustedBy).ifPresent(outlet::end);
    }

    @Override
    public void close() {
        outlet.left();
        listener.close();
        threads.close();
        reconciliations.endAll();
        subscriptions.left();
        seat.close();
    }

    private void fork(String name, Callable<@Nullable Void> task) {
        threads.fork(name, () -> {
            try {
                return task.call();
            } catch (RuntimeException e) {
                LOG.error("a client session failed", e);
                outlet.end("internal error");
                throw e;
            }
        });
    }

    private static Quota quota(Decoded<ClientMessage> decoded) {
        boolean event = decoded instanceof Decoded.Message<ClientMessage>(ClientMessage.Publish publish);
        return event ? Quota.EVENTS : Quota.MESSAGES;
    }

    private void take(ClientMessage message, String json, Optional<String> tooMany) throws InterruptedException {
        boolean frees = message instanceof ClientMessage.Close || message instanceof ClientMessage.NegClose;
        Optional<String> refusal = frees ? Optional.empty() : tooMany.or(() -> refusal(message, json));
        if (refusal.isPresent()) {
            outlet.send(Replies.refusal(message, refusal.get()));
            return;
        }
        try {
            act(message, json);
        } catch (ArchiveException e) {
            LOG.error("can't answer a client", e);
            outlet.send(Replies.refusal(message, Wording.ARCHIVE_FAILED.text()));
        }
    }

    /** What is refused for its form costs no query. */
    private Optional<String> refusal(ClientMessage message, String json) {
        int bytes = parts.limits().count(Limit.MAX_MESSAGE_LENGTH);
        if (Utf8.longerThan(json, bytes)) {
            return Optional.of(Wording.MESSAGE_TOO_LONG.text(bytes));
        }
        return requests.refusal(message).or(() -> charge(message));
    }

    private Optional<String> charge(ClientMessage message) {
        return switch (message) {
            case ClientMessage.Req req -> seat.quotas().take(Quota.QUERIES);
            case ClientMessage.Count count -> seat.quotas().take(Quota.QUERIES);
            case ClientMessage.NegOpen open -> seat.quotas().take(Quota.QUERIES);
            case ClientMessage.NegMsg msg -> seat.quotas().take(Quota.CONTINUATIONS);
            case ClientMessage.Publish publish -> seat.quotas().take(Quota.WRITES);
            case ClientMessage.Auth auth -> Optional.empty();
            case ClientMessage.Close close -> Optional.empty();
            case ClientMessage.NegClose close -> Optional.empty();
        };
    }

    private void act(ClientMessage message, String json) throws InterruptedException {
        switch (message) {
            case ClientMessage.Req req -> subscriptions.open(req);
            case ClientMessage.Close close -> subscriptions.close(close.id());
            case ClientMessage.Publish publish -> publish(publish.event(), json);
            case ClientMessage.Count count -> outlet.send(counted(count));
            case ClientMessage.Auth auth ->
                outlet.send(Replies.refusal(auth, "restricted: this relay asks nobody to authenticate"));
            case ClientMessage.NegOpen open -> outlet.send(reconciliations.open(open));
            case ClientMessage.NegMsg msg -> outlet.send(reconciliations.proceed(msg));
            case ClientMessage.NegClose close -> reconciliations.end(close.id());
        }
    }

    private void publish(Event event, String json) throws InterruptedException {
        Optional<String> refusal = parts.rules().refusal(event, Utf8.length(json));
        if (refusal.isPresent()) {
            outlet.send(Replies.refused(event.id(), refusal.get()));
            return;
        }
        if (!publishes) {
            publishes = true;
            fork("answers", publications);
        }
        publications.add(event);
    }

    private RelayMessage counted(ClientMessage.Count count) throws InterruptedException {
        return new RelayMessage.Counted(count.id(), parts.archive().count(count.filters()));
    }
}
