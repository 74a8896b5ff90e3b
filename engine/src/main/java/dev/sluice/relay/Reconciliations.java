package dev.sluice.relay;

import dev.sluice.negentropy.Frame;
import dev.sluice.negentropy.ItemView;
import dev.sluice.negentropy.Reconciler;
import dev.sluice.negentropy.Step;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The negentropy sessions of one client (NIP-77), whose ids are apart from those of its REQs. Only the receiving thread
 * opens and uses them; any thread may end them all.
 */
final class Reconciliations {

    private final ReconciledSets sets;
    private final NegentropyLimits limits;
    private final Time time;
    private final Map<SubscriptionId, Session> open = new ConcurrentHashMap<>();
    private volatile boolean ended;

    Reconciliations(ReconciledSets sets, NegentropyLimits limits, Time time) {
        this.sets = sets;
        this.limits = limits;
        this.time = time;
    }

    /** One session; the deadline is when it may make room for another. */
    private record Session(Reconciler reconciler, long idleAtNanos) {}

    /** Opens a session, or opens it anew under an id in use, and answers the first frame. */
    RelayMessage open(ClientMessage.NegOpen message) throws InterruptedException {
        SubscriptionId id = message.id();
        end(id);
        Optional<Frame> first = Frame.parse(message.payload());
        if (first.isEmpty()) {
            return error(id, "invalid: the payload is not lower-case hex");
        }
        dropIdle();
        if (open.size() >= limits.sessions()) {
            return error(id, "rate-limited: too many negentropy subscriptions, no more than " + limits.sessions());
        }
        Filter filter = message.filter().withLimit(OptionalInt.empty());
        Optional<ItemView> items = sets.items(filter);
        if (items.isEmpty()) {
            return new RelayMessage.NegErr(id, "blocked: too many query results", OptionalLong.of(limits.items()));
        }
        if (!sets.trySession()) {
            return error(id, "rate-limited: too many negentropy subscriptions on this relay");
        }
        Reconciler reconciler = Reconciler.responder(items.get(), limits.frameBytes());
        keep(id, reconciler);
        return answer(id, reconciler, first.get());
    }

    /** Answers a further frame. */
    RelayMessage proceed(ClientMessage.NegMsg message) throws InterruptedException {
        SubscriptionId id = message.id();
        @Nullable Session session = open.get(id);
        if (session == null) {
            return error(id, "closed: unknown subscription handle");
        }
        Optional<Frame> frame = Frame.parse(message.payload());
        if (frame.isEmpty()) {
            end(id);
            return error(id, "invalid: the payload is not lower-case hex");
        }
        keep(id, session.reconciler());
        return answer(id, session.reconciler(), frame.get());
    }

    /** Ends a session; one that is not open is none. */
    void end(SubscriptionId id) {
        if (open.remove(id) != null) {
            sets.sessionEnded();
        }
    }

    /** The client has gone: no session is left, and none stays that is being opened. */
    void endAll() {
        ended = true;
        open.keySet().forEach(this::end);
    }

    private RelayMessage answer(SubscriptionId id, Reconciler reconciler, Frame frame) throws InterruptedException {
        return switch (sets.step(reconciler, frame)) {
            case Step.Reply(Frame reply, var found) -> new RelayMessage.NegMsg(id, reply.hex());
            case Step.Done done -> throw new IllegalStateException("a responder is never done");
            case Step.Refused(String reason) -> {
                end(id);
                yield error(id, "invalid: " + reason);
            }
        };
    }

    private void keep(SubscriptionId id, Reconciler reconciler) {
        open.put(id, new Session(reconciler, time.after(Duration.ofSeconds(limits.idleSeconds()))));
        if (ended) {
            end(id);
        }
    }

    private void dropIdle() {
        open.forEach((id, session) -> {
            if (time.reached(session.idleAtNanos())) {
                end(id);
            }
        });
    }

    private static RelayMessage error(SubscriptionId id, String text) {
        return new RelayMessage.NegErr(id, text, OptionalLong.empty());
    }
}
