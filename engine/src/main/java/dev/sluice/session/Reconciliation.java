package dev.sluice.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.budget.Slot;
import dev.sluice.nostr.ClientMessage;
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
    private final SubscriptionId id;
    private final Slot slot;
    private final long number;
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

    Reconciliation(RelaySession session, long number, Slot slot) {
        this.session = session;
        this.number = number;
        this.id = new SubscriptionId("n" + Long.toString(number, Character.MAX_RADIX));
        this.slot = slot;
        this.endNanos = session.time().after(LONGEST);
    }

    /**
     * Blocks until the answer to the last frame has come or the relay has been quiet for so long; only what comes for
     * this session counts. An interrupt ends the wait.
     */
    public Answer await(Duration patience) throws InterruptedException {
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
    public boolean proceed(String payload) throws InterruptedException {
        session.pace().negentropy().awaitTurn();
        lock.lock();
        try {
            answer = over ? answer : null;
            awaited = true;
        } finally {
            lock.unlock();
        }
        return session.transmit(new ClientMessage.NegMsg(id, payload));
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
        if (!tell || session.transmit(new ClientMessage.NegClose(id))) {
            session.retire(this);
        }
    }

    // what the session's reader calls

    SubscriptionId id() {
        return id;
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

    /** A frame of the relay. False when none was waited for: then it is dropped. */
    boolean deliver(String payload) {
        return put(new Answer.Message(payload), false);
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
