package dev.sluice.relay;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Leave;
import dev.sluice.intake.Listener;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.Utf8;
import dev.sluice.task.TaskScope;
import java.util.List;
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
    private final Reader reader;
    private final Turns.Turn turn;
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
    private boolean challenged;

    ClientSession(
            RelayParts parts,
            StoredAnswer.Source stored,
            Reader reader,
            Turns.Turn turn,
            Clients.Seat seat,
            ClientOutput output,
            ClientAddress address) {
        RelayLimits limits = parts.limits();
        this.parts = parts;
        this.requests = new RequestRules(limits);
        this.reader = reader;
        this.seat = seat;
        this.patience = new Patience(limits, parts.time());
        this.turn = turn;
        this.outlet = new Outlet(output, turn);
        this.reconciliations = new Reconciliations(parts, reader);
        this.listener = parts.intake()
                .feed()
                .listen(limits.count(Limit.MAX_OUTBOUND_EVENTS), limits.of(Limit.MAX_OUTBOUND_BYTES));
        this.subscriptions =
                new Subscriptions(stored, parts.intake().feed(), listener, outlet, limits, parts.retained(), reader);
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
        turn.begin();
        try {
            work(json);
        } finally {
            turn.end();
        }
    }

    @Override
    public void readingBegins() {
        turn.hold();
    }

    @Override
    public void readingEnds() {
        turn.end();
    }

    private void work(String json) throws InterruptedException {
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
            refuse(message, refusal.get());
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
        return requests.refusal(message).or(() -> access(message)).or(() -> charge(message));
    }

    private Optional<String> access(ClientMessage message) {
        return switch (message) {
            case ClientMessage.Req req -> reader.refusal(req.filters());
            case ClientMessage.Count count -> reader.refusal(count.filters());
            case ClientMessage.NegOpen open -> reader.refusal(List.of(open.filter()));
            case ClientMessage.Publish publish -> reader.refusal();
            case ClientMessage.NegMsg msg -> Optional.empty();
            case ClientMessage.Auth auth -> Optional.empty();
            case ClientMessage.Close close -> Optional.empty();
            case ClientMessage.NegClose close -> Optional.empty();
        };
    }

    /** A client that has to say who it is gets the challenge first. */
    private void refuse(ClientMessage message, String refusal) {
        if (refusal.startsWith("auth-required:") && !challenged) {
            challenged = true;
            outlet.send(new RelayMessage.Challenge(reader.challenge()));
        }
        outlet.send(Replies.refusal(message, refusal));
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
            case ClientMessage.Publish publish -> publish(publish, json);
            case ClientMessage.Count count -> outlet.send(counted(count));
            case ClientMessage.Auth auth -> outlet.send(authenticated(auth.event()));
            case ClientMessage.NegOpen open -> outlet.send(reconciliations.open(open));
            case ClientMessage.NegMsg msg -> outlet.send(reconciliations.proceed(msg));
            case ClientMessage.NegClose close -> reconciliations.end(close.id());
        }
    }

    private void publish(ClientMessage.Publish message, String json) throws InterruptedException {
        Event event = message.event();
        Optional<String> refusal = parts.rules().refusal(event, Utf8.length(json), reader);
        if (refusal.isPresent()) {
            refuse(message, refusal.get());
            return;
        }
        if (!publishes) {
            publishes = true;
            fork("answers", publications);
        }
        publications.add(event, reader.wrote(event));
    }

    private RelayMessage authenticated(Event event) {
        return reader.authenticate(event)
                .map(fault -> Replies.refused(event.id(), fault))
                .orElseGet(() -> new RelayMessage.Ok(event.id().hex(), true, ""));
    }

    private RelayMessage counted(ClientMessage.Count count) throws InterruptedException {
        Leave leave = reader.leave();
        long counted = parts.archive().count(count.filters(), leave);
        return leave.allowance().isSpent()
                ? Replies.closed(count.id(), Replies.tooSlow(parts.limits()))
                : new RelayMessage.Counted(count.id(), counted);
    }
}
