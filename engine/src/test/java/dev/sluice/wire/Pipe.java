package dev.sluice.wire;

import dev.sluice.wire.RelaySocket.End;
import dev.sluice.wire.RelaySocket.Received;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One direction of an in-memory connection: texts in order, then the end. It knows no time. */
final class Pipe {

    private final int bound;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<String> texts = new ArrayDeque<>();
    private End end;

    Pipe(int bound) {
        this.bound = bound;
    }

    /** Blocks while as many texts as the bound wait; false when it has ended. */
    boolean put(String text) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (texts.size() >= bound && end == null) {
                changed.await();
            }
            return added(text);
        } finally {
            lock.unlock();
        }
    }

    /** Adds whatever waits already. */
    boolean add(String text) {
        lock.lock();
        try {
            return added(text);
        } finally {
            lock.unlock();
        }
    }

    void end(End how) {
        lock.lock();
        try {
            if (end == null) {
                end = how;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    Received take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (texts.isEmpty() && end == null) {
                changed.await();
            }
            return polled().orElseThrow();
        } finally {
            lock.unlock();
        }
    }

    Optional<Received> poll() {
        lock.lock();
        try {
            return polled();
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until it has ended. */
    End awaitEnd() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (end == null) {
                changed.await();
            }
            return end;
        } finally {
            lock.unlock();
        }
    }

    boolean ended() {
        lock.lock();
        try {
            return end != null;
        } finally {
            lock.unlock();
        }
    }

    private boolean added(String text) {
        if (end == null) {
            texts.add(text);
            changed.signalAll();
        }
        return end == null;
    }

    private Optional<Received> polled() {
        String text = texts.poll();
        changed.signalAll();
        if (text != null) {
            return Optional.of(new Received.Text(text));
        }
        return Optional.ofNullable(end).map(Received.Ended::new);
    }
}
