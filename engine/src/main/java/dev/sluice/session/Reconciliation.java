package dev.sluice.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.budget.Slot;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.wire.RelaySocket.End;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One negentropy session on the wire (NIP-77), from its registration to the return of its slot. One owner sends a frame
 * and waits for its answer, in turn; the session's reader puts answers into a mailbox of one. Its id is never that of a
 * REQ.
 */
public final class Reconciliation implements AutoCloseable {
    /** However much progress it makes, a session ends by then (RULES 4.6). */
    static final Duration LONGEST = Duration.ofMinutes(30);

    private final RelaySession session;
    private final Slot slot;
    private final Filter filter;
    private final String payload;
    private final long endNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private @Nullable Answer answer;

    @GuardedBy("lock")
    private boolean awaited = true;

    @GuardedBy("lock")
    private boolean opening = true;

    @GuardedBy("lock")
    private boolean over;

    @GuardedBy("lock")
    private boolean closed;

    @GuardedBy("lock")
    private boolean held;

    // written by the owner before it is registered, read by any
    private volatile long number;
    private volatile Authentication.Standing standing;

    /** What came for a frame. */
    public sealed interface Answer {
        /** The relay's frame, in hex as it stood. */
        record Message(String payload) implements Answer {}

        /** The relay has ended the session, or never opened it. */
        record Refused(Refusal refusal) implements Answer {}

        /** Nothing came in time. */
        record Silent() implements Answer {}

        /** The connection is over. */
        record Gone(End end) implements Answer {}
    }

    /** @param payload the first frame */
    Reconciliation(RelaySession session, Slot slot, Filter filter, String payload) {
        this.session = session;
        this.slot = slot;
        this.filter = filter;
        this.payload = payload;
        this.standing = session.authentication().standing(false);
        this.endNanos = session.time().after(LONGEST);
    }

    /** The message that opens the session under an id of its own. */
    ClientMessage opening(long nextNumber) {
        number = nextNumber;
        return new ClientMessage.NegOpen(id(), filter, payload);
    }

    /**
     * Blocks until the answer to the last frame has come or the relay has been quiet for so long; only what comes for
     * this session counts. An interrupt ends the wait.
     */
    public Answer await(Duration patience) throws InterruptedException {
        Answer first = awaitAnswer(patience);
        return first instanceof Answer.Refused refused && takeHold() ? openAgain(refused.refusal(), patience) : first;
    }

    private Answer openAgain(Refusal refusal, Duration patience) throws InterruptedException {
        return switch (session.retry().prepare(refusal, session.pace().background(), 1)) {
            case AuthRetry.Outcome.Refused refused -> new Answer.Refused(refused.refusal());
            case AuthRetry.Outcome.Gone gone -> new Answer.Gone(gone.end());
            case AuthRetry.Outcome.Ready ready -> {
                reset();
                yield session.open(this) ? awaitAnswer(patience) : new Answer.Gone(AuthRetry.GONE);
            }
        };
    }

    private boolean takeHold() {
        lock.lock();
        try {
            boolean taken = held;
            held = false;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void reset() {
        standing = session.authentication().standing(true);
        lock.lock();
        try {
            answer = null;
            awaited = true;
            opening = true;
            over = false;
        } finally {
            lock.unlock();
        }
    }

    private Answer awaitAnswer(Duration patience) throws InterruptedException {
        long quiet = session.time().after(patience);
        long deadline = endNanos - quiet < 0 ? endNanos : quiet;
        lock.lockInterruptibly();
        try {
            while (answer == null && !session.time().reached(deadline)) {
                session.time().await(lock, changed, deadline);
            }
            awaited = false;
            return answer == null ? new Answer.Silent() : answer;
        } finally {
            lock.unlock();
        }
    }

    /** The relay has gone quiet in an open session: an incomplete pause begins (RULES 4.6). */
    public void gaveUp() {
        session.gaveUp();
    }

    /** Waits for its turn and sends the next frame. False when the connection is over. */
    public boolean proceed(String frame) throws InterruptedException {
        session.pace().negentropy().awaitTurn();
        lock.lock();
        try {
            answer = over ? answer : null;
            awaited = true;
        } finally {
            lock.unlock();
        }
        return session.transmit(new ClientMessage.NegMsg(id(), frame));
    }

    /**
     * Ends the session and gives its slot back: with NEG-CLOSE unless the relay has ended it. While NEG-CLOSE can't be
     * sent the slot stays taken. Again does nothing.
     */
    @Override
    public void close() {
        boolean tell;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            tell = !over;
        } finally {
            lock.unlock();
        }
        if (!tell || session.transmit(new ClientMessage.NegClose(id()))) {
            session.retire(this);
        }
    }

    // what the session's reader calls

    SubscriptionId id() {
        return new SubscriptionId("n" + Long.toString(number, Character.MAX_RADIX));
    }

    Slot slot() {
        return slot;
    }

    long number() {
        return number;
    }

    /** Whether the relay has said nothing to the opening yet. */
    boolean isOpening() {
        lock.lock();
        try {
            return opening && awaited && !over && !closed;
        } finally {
            lock.unlock();
        }
    }

    Authentication.Standing standing() {
        return standing;
    }

    /** A frame of the relay. False when none was waited for: then it is dropped. */
    boolean deliver(String frame) {
        return put(new Answer.Message(frame), false);
    }

    /** The opening was refused: leaves it to the waiting owner to make us known. False when it had an answer. */
    boolean hold(Refusal refusal) {
        lock.lock();
        try {
            held = opening && put(new Answer.Refused(refusal), true);
            return held;
        } finally {
            lock.unlock();
        }
    }

    /** The relay has ended the session. False when it was over before. */
    boolean refuse(Refusal refusal) {
        return put(new Answer.Refused(refusal), true);
    }

    void gone(End end) {
        put(new Answer.Gone(end), true);
    }

    private boolean put(Answer what, boolean last) {
        lock.lock();
        try {
            if (over || closed || (!last && (!awaited || answer != null))) {
                return false;
            }
            over = last;
            opening = false;
            answer = what;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
