package dev.sluice.relay;

import dev.sluice.archive.Account;
import dev.sluice.archive.Leave;
import dev.sluice.archive.Pace;
import dev.sluice.archive.Visibility;
import dev.sluice.negentropy.Frame;
import dev.sluice.negentropy.ItemSet;
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
    private final Reader reader;
    private final Allotment.Share privateItems;
    private final Visibility everybody;
    private final Map<SubscriptionId, Session> open = new ConcurrentHashMap<>();
    private volatile boolean ended;

    Reconciliations(RelayParts parts, Reader reader) {
        this.sets = parts.sets();
        this.limits = parts.limits();
        this.time = parts.time();
        this.reader = reader;
        this.privateItems = parts.privateItems().share();
        this.everybody = new Reader(parts.access(), limits, parts.clock(), "", Account.open(), Pace.UNHEARD);
    }

    /** One session; the deadline is when it may make room for another. */
    private record Session(Reconciler reconciler, long privateItems, long idleAtNanos) {}

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
        return reader.isAnybody(filter) ? openShared(id, filter, first.get()) : openPrivate(id, filter, first.get());
    }

    /** What everybody may see is shared with whoever asks the same. */
    private RelayMessage openShared(SubscriptionId id, Filter filter, Frame first) throws InterruptedException {
        Leave leave = reader.leave();
        Optional<ItemView> items = sets.items(filter, everybody, leave.allowance());
        return items.isPresent()
                ? start(id, items.get(), 0, first)
                : tooMuch(id, leave, Limit.MAX_NEG_ITEMS, Wording.TOO_MANY_ITEMS);
    }

    private RelayMessage openPrivate(SubscriptionId id, Filter filter, Frame first) throws InterruptedException {
        Leave leave = reader.leave();
        long free = limits.of(Limit.MAX_NEG_PRIVATE_ITEMS) - privateItems.held();
        Optional<ItemSet> items = sets.privateItems(filter, leave, (int) Math.min(free, Integer.MAX_VALUE));
        if (items.isEmpty()) {
            return tooMuch(id, leave, Limit.MAX_NEG_PRIVATE_ITEMS, Wording.TOO_MANY_PRIVATE_ITEMS);
        }
        int size = items.get().size();
        if (!privateItems.tryTake(size)) {
            return error(id, Wording.TOO_MANY_SESSIONS_IN_ALL.text(limits.of(Limit.MAX_NEG_SESSIONS_IN_ALL)));
        }
        return start(id, items.get(), size, first);
    }

    private RelayMessage tooMuch(SubscriptionId id, Leave leave, Limit limit, Wording wording) {
        if (leave.allowance().isSpent()) {
            return error(id, Replies.tooSlow(limits));
        }
        long most = limits.of(limit);
        return new RelayMessage.NegErr(id, wording.text(most), OptionalLong.of(most));
    }

    private RelayMessage start(SubscriptionId id, ItemView items, long privately, Frame first)
            throws InterruptedException {
        if (!sets.trySession()) {
            privateItems.giveBack(privately);
            return error(id, Wording.TOO_MANY_SESSIONS_IN_ALL.text(limits.of(Limit.MAX_NEG_SESSIONS_IN_ALL)));
        }
        Reconciler reconciler = Reconciler.responder(items, limits.count(Limit.NEG_FRAME_BYTES));
        keep(id, reconciler, privately);
        return answer(id, reconciler, first);
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
        keep(id, session.reconciler(), session.privateItems());
        return answer(id, session.reconciler(), frame.get());
    }

    /** Ends a session; one that is not open is none. */
    void end(SubscriptionId id) {
        @Nullable Session session = open.remove(id);
        if (session != null) {
            privateItems.giveBack(session.privateItems());
            sets.sessionEnded();
        }
    }

    /** The client has gone: no session is left, and none stays that is being opened. */
    void endAll() {
        ended = true;
        open.keySet().forEach(this::end);
        privateItems.close();
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

    private void keep(SubscriptionId id, Reconciler reconciler, long privately) {
        open.put(
                id,
                new Session(reconciler, privately, time.after(Duration.ofSeconds(limits.of(Limit.NEG_IDLE_SECONDS)))));
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
