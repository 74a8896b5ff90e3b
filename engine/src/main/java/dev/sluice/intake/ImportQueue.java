package dev.sluice.intake;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Chunks on their way to the workers. Its one producer bounds how many there are. */
final class ImportQueue {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final ArrayDeque<Chunk> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean closed;

    void add(Chunk chunk) {
        lock.lock();
        try {
            waiting.addLast(chunk);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next chunk; empty once the queue is closed. */
    Optional<Chunk> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !closed) {
                changed.await();
            }
            return closed ? Optional.empty() : Optional.of(waiting.removeFirst());
        } finally {
            lock.unlock();
        }
    }

    /** Gives up what waits. */
    void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
