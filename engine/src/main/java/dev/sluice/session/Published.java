package dev.sluice.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.EventId;
import dev.sluice.time.Time;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One EVENT that we have sent, until the relay's OK. */
public final class Published implements AutoCloseable {
    private final RelaySession session;
    private final EventId id;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private @Nullable Answer answer;

    /** What the relay made of it. */
    public sealed interface Answer {
        /**
         * The relay has it.
         *
         * @param before whether it had it before
         */
        record Accepted(boolean before) implements Answer {}

        record Rejected(Refusal refusal) implements Answer {}

        /** No OK came in time. */
        record Silent() implements Answer {}

        /** The connection is over. */
        record Gone() implements Answer {}
    }

    Published(RelaySession session, EventId id) {
        this.session = session;
        this.id = id;
    }

    public EventId id() {
        return id;
    }

    /** Blocks until the OK has come or the moment has. An interrupt ends the wait. */
    public Answer await(long deadlineNanos) throws InterruptedException {
        Time time = session.time();
        lock.lockInterruptibly();
        try {
            while (answer == null && !time.reached(deadlineNanos)) {
                time.await(lock, changed, deadlineNanos);
            }
            return answer == null ? new Answer.Silent() : answer;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the OK no longer. */
    @Override
    public void close() {
        session.forget(this);
    }

    void answer(Answer how) {
        lock.lock();
        try {
            answer = answer == null ? how : answer;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
