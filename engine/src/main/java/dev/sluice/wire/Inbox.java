package dev.sluice.wire;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.time.Time;
import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.End;
import dev.sluice.wire.RelaySocket.Received;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a socket has delivered and nobody has taken yet, and how much more may come. Callbacks put and never wait; one
 * reader takes.
 *
 * <p>Every callback uses up one unit of demand, be it a part of a message or a ping. The unit comes back at once, but
 * that of a whole message only when the reader takes it, and none while more characters wait than one message may have.
 * So at most {@value #CREDIT} messages wait, of twice the cap at most, and TCP holds the peer back.
 */
final class Inbox {

    /** Demand to begin with; at zero not even a hang-up or a ping would be seen. */
    static final int CREDIT = 64;

    private final Time time;
    private final int capChars;
    private final CompletableFuture<End> ended = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();

    @GuardedBy("lock")
    private final Queue<String> messages = new ArrayDeque<>();

    @GuardedBy("lock")
    private StringBuilder partial = new StringBuilder();

    @GuardedBy("lock")
    private long waitingChars;

    @GuardedBy("lock")
    private int usedDemand;

    @GuardedBy("lock")
    private long heardNanos;

    @GuardedBy("lock")
    private boolean unwanted;

    @GuardedBy("lock")
    private @Nullable End end;

    /**
     * @param capChars the longest message that is accepted
     */
    Inbox(Time time, int capChars) {
        this.time = time;
        this.capChars = capChars;
        this.heardNanos = time.nanos();
    }

    /**
     * Puts a part of a message.
     *
     * @return the demand to hand back to the socket
     */
    int text(CharSequence part, boolean last) {
        lock.lock();
        try {
            if (end == null && !unwanted) {
                keep(part, last);
            }
            return heard();
        } finally {
            lock.unlock();
        }
    }

    /** Notes a sign of life that is no text; returns the demand to hand back. */
    int life() {
        lock.lock();
        try {
            return heard();
        } finally {
            lock.unlock();
        }
    }

    /** Ends it; the first end is the one that counts. Messages that came before it can still be taken. */
    void end(End how) {
        lock.lock();
        try {
            if (end == null) {
                end = unwanted ? new End(Cause.CLOSED_BY_US, how.code(), how.detail()) : how;
                partial = new StringBuilder();
                arrived.signalAll();
                ended.complete(end);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Drops what waits and what will still come: we are closing. Returns the demand to hand back. */
    int discard() {
        lock.lock();
        try {
            unwanted = true;
            messages.clear();
            partial = new StringBuilder();
            waitingChars = 0;
            return refill();
        } finally {
            lock.unlock();
        }
    }

    /** The next message or the end; null when the moment came first. An interrupt consumes nothing. */
    @Nullable
    Received await(long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            boolean timeLeft = true;
            while (timeLeft && messages.isEmpty() && end == null) {
                timeLeft = time.await(lock, arrived, deadlineNanos);
            }
            return next();
        } finally {
            lock.unlock();
        }
    }

    /** The demand to hand back after a message was taken. */
    int refilled() {
        lock.lock();
        try {
            return refill();
        } finally {
            lock.unlock();
        }
    }

    /** The moment of the last sign of life. */
    long heardNanos() {
        lock.lock();
        try {
            return heardNanos;
        } finally {
            lock.unlock();
        }
    }

    /** Completes with the end. */
    CompletableFuture<End> ended() {
        return ended;
    }

    @GuardedBy("lock")
    private void keep(CharSequence part, boolean last) {
        if ((long) partial.length() + part.length() > capChars) {
            end(new End(Cause.PROTOCOL, 1009, "a message of more than " + capChars + " characters"));
            return;
        }
        waitingChars += part.length();
        if (last && partial.isEmpty()) {
            complete(part.toString());
            return;
        }
        partial.append(part);
        if (last) {
            complete(partial.toString());
            partial = new StringBuilder();
        }
    }

    @GuardedBy("lock")
    private void complete(String message) {
        messages.add(message);
        arrived.signalAll();
    }

    @GuardedBy("lock")
    private int heard() {
        heardNanos = time.nanos();
        usedDemand++;
        return refill();
    }

    @GuardedBy("lock")
    private int refill() {
        int back = waitingChars > capChars ? 0 : usedDemand - messages.size();
        usedDemand -= back;
        return back;
    }

    @GuardedBy("lock")
    private @Nullable Received next() {
        String message = messages.poll();
        if (message != null) {
            waitingChars -= message.length();
            return new Received.Text(message);
        }
        return end == null ? null : new Received.Ended(end);
    }
}
