package dev.sluice.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.time.Time;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One EVENT that we have sent, until the relay's OK. */
public final class Published implements AutoCloseable {
    private final RelaySession session;
    private final Event event;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private @Nullable Answer answer;

    @GuardedBy("lock")
    private boolean held;

    private volatile Authentication.Standing standing;

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

    Published(RelaySession session, Event event) {
        this.session = session;
        this.event = event;
        this.standing = session.authentication().standing(false);
    }

    public EventId id() {
        return event.id();
    }

    /**
     * Blocks until the OK has come or the moment has; what is refused until the relay knows us is sent once more, with as
     * long for its OK. An interrupt ends the wait.
     */
    public Answer await(long deadlineNanos) throws InterruptedException {
        long patience = deadlineNanos - session.time().nanos();
        Answer first = awaitAnswer(deadlineNanos);
        return first instanceof Answer.Rejected rejected && takeHold()
                ? sendAgain(rejected.refusal(), patience)
                : first;
    }

    private Answer sendAgain(Refusal refusal, long patienceNanos) throws InterruptedException {
        return switch (session.retry().prepare(refusal)) {
            case AuthRetry.Outcome.Refused refused -> new Answer.Rejected(refused.refusal());
            case AuthRetry.Outcome.Gone gone -> new Answer.Gone();
            case AuthRetry.Outcome.Ready ready -> {
                reset();
                boolean sent = session.transmit(new ClientMessage.Publish(event));
                yield sent ? awaitAnswer(session.time().nanos() + patienceNanos) : new Answer.Gone();
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
        } finally {
            lock.unlock();
        }
    }

    private Answer awaitAnswer(long deadlineNanos) throws InterruptedException {
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

    Authentication.Standing standing() {
        return standing;
    }

    /** Leaves it to the waiting owner to make us known. */
    void hold(Refusal refusal) {
        lock.lock();
        try {
            held = answer == null;
            answer(new Answer.Rejected(refusal));
        } finally {
            lock.unlock();
        }
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
