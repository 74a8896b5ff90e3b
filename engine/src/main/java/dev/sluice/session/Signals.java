package dev.sluice.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.time.Time;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The signals that wait for a session's worker: at most one for each live subscription, one of shrinking, one of a cap, one
 * of being unwelcome, one end. */
final class Signals {
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();

    @GuardedBy("lock")
    private final Queue<Signal> waiting = new ArrayDeque<>();

    Signals(Time time) {
        this.time = time;
    }

    /** Adds a signal unless an equal one waits. */
    void add(Signal signal) {
        lock.lock();
        try {
            if (!waiting.contains(signal)) {
                waiting.add(signal);
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The next signal; empty when the moment has come first. */
    Optional<Signal> await(long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !time.reached(deadlineNanos)) {
                boolean early = time.await(lock, arrived, deadlineNanos);
                if (!early) {
                    break;
                }
            }
            return Optional.ofNullable(waiting.poll());
        } finally {
            lock.unlock();
        }
    }
}
