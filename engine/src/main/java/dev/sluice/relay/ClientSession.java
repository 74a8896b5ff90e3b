package dev.sluice.relay;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Verdict;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Lane;
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

    private final EventArchive archive;
    private final RelayLimits limits;
    private final ClientRules rules;
    private final Outlet outlet;
    private final Listener<Subscription> listener;
    private final Subscriptions subscriptions;
    private final Publications publications;
    private final Reconciliations reconciliations;
    private final TaskScope threads;

    // receiving thread only
    private boolean publishes;

    ClientSession(
            EventArchive archive,
            Intake intake,
            Lane lane,
            RelayLimits limits,
            ClientRules rules,
            StoredAnswer.Source stored,
            Reconciliations reconciliations,
            ClientOutput output,
            ClientAddress address) {
        this.archive = archive;
        this.limits = limits;
        this.rules = rules;
        this.reconciliations = reconciliations;
        this.outlet = new Outlet(output);
        this.listener = intake.feed().listen(limits.liveEvents(), limits.liveBytes());
        this.subscriptions = new Subscriptions(stored, intake.feed(), listener, outlet, limits);
        this.publications = new Publications(lane, outlet, limits.publications());
        this.threads = TaskScope.open("client/" + address);
        fork("live", new LiveDelivery(listener, outlet, limits));
    }

    @Override
    public void receive(String json) throws InterruptedException {
        if (outlet.isGone()) {
            return;
        }
        switch (Codec.clientMessage(json)) {
            case Decoded.Malformed<ClientMessage>(String label, String subject, String reason) -> {
                if (label.startsWith("NEG-")) {
                    reconciliations.end(new SubscriptionId(subject));
                }
                outlet.send(Replies.refusal(label, subject, reason));
            }
            case Decoded.Message<ClientMessage>(ClientMessage message) -> take(message, json);
        }
    }

    @Override
    public void close() {
        outlet.left();
        listener.close();
        threads.close();
        reconciliations.endAll();
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

    private void take(ClientMessage message, String json) throws InterruptedException {
        if (Utf8.longerThan(json, limits.messageBytes())) {
            outlet.send(Replies.refusal(
                    message, "invalid: message exceeds max length " + limits.messageBytes() + " bytes"));
            return;
        }
        try {
            act(message);
        } catch (ArchiveException e) {
            LOG.error("can't answer a client", e);
            outlet.send(Replies.refusal(message, Replies.ARCHIVE_FAILED));
        }
    }

    private void act(ClientMessage message) throws InterruptedException {
        switch (message) {
            case ClientMessage.Req req -> subscriptions.open(req);
            case ClientMessage.Close close -> subscriptions.close(close.id());
            case ClientMessage.Publish publish -> publish(publish.event());
            case ClientMessage.Count count -> outlet.send(counted(count));
            case ClientMessage.Auth auth ->
                outlet.send(Replies.refusal(auth, "restricted: this relay asks nobody to authenticate"));
            case ClientMessage.NegOpen open -> outlet.send(reconciliations.open(open));
            case ClientMessage.NegMsg msg -> outlet.send(reconciliations.proceed(msg));
            case ClientMessage.NegClose close -> reconciliations.end(close.id());
        }
    }

    private void publish(Event event) throws InterruptedException {
        Optional<Verdict.Refused> refusal = rules.refusal(event);
        if (refusal.isPresent()) {
            outlet.send(Replies.ok(event.id(), refusal.get()));
            return;
        }
        if (!publishes) {
            publishes = true;
            fork("answers", publications);
        }
        publications.add(event);
    }

    private RelayMessage counted(ClientMessage.Count count) throws InterruptedException {
        return count.filters().size() > limits.filters()
                ? Replies.tooManyFilters(count.id(), limits.filters())
                : new RelayMessage.Counted(count.id(), archive.count(count.filters()));
    }
}
