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
    private final RelayLimits limits;
    private final Time time;
    private final Map<SubscriptionId, Session> open = new ConcurrentHashMap<>();
    private volatile boolean ended;

    Reconciliations(ReconciledSets sets, RelayLimits limits, Time time) {
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
            return error(id, Wording.PAYLOAD_IS_NOT_HEX.text());
        }
        dropIdle();
        int most = limits.count(Limit.MAX_NEG_SESSIONS);
        if (open.size() >= most) {
            return error(id, Wording.TOO_MANY_SESSIONS.text(most));
        }
        Filter filter = message.filter().withLimit(OptionalInt.empty());
        Optional<ItemView> items = sets.items(filter);
        if (items.isEmpty()) {
            long bound = limits.of(Limit.MAX_NEG_ITEMS);
            return new RelayMessage.NegErr(id, Wording.TOO_MANY_ITEMS.text(bound), OptionalLong.of(bound));
        }
        if (!sets.trySession()) {
            return error(id, Wording.TOO_MANY_SESSIONS_IN_ALL.text(limits.of(Limit.MAX_NEG_SESSIONS_IN_ALL)));
        }
        Reconciler reconciler = Reconciler.responder(items.get(), limits.count(Limit.NEG_FRAME_BYTES));
        keep(id, reconciler);
        return answer(id, reconciler, first.get());
    }

    /** Answers a further frame. */
    RelayMessage proceed(ClientMessage.NegMsg message) throws InterruptedException {
        SubscriptionId id = message.id();
        @Nullable Session session = open.get(id);
        if (session == null) {
            return error(id, Wording.UNKNOWN_SESSION.text());
        }
        Optional<Frame> frame = Frame.parse(message.payload());
        if (frame.isEmpty()) {
            end(id);
            return error(id, Wording.PAYLOAD_IS_NOT_HEX.text());
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
        open.put(id, new Session(reconciler, time.after(Duration.ofSeconds(limits.of(Limit.NEG_IDLE_SECONDS)))));
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
