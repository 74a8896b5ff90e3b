package dev.sluice.intake;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** All lanes behind one lock: connections put, verifiers take a batch from each lane in turn. */
final class Lanes {

    /** Large enough that asking the archive and queueing the write cost little beside the signatures. */
    static final int BATCH_EVENTS = 256;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();

    /** Lanes with events, the next to be served first. */
    @GuardedBy("lock")
    private final ArrayDeque<LaneQueue> ready = new ArrayDeque<>();

    @GuardedBy("lock")
    private final List<LaneQueue> open = new ArrayList<>();

    @GuardedBy("lock")
    private boolean closed;

    LaneQueue open() {
        LaneQueue queue = new LaneQueue(lock.newCondition());
        lock.lock();
        try {
            requireOpen();
            open.add(queue);
            return queue;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for room for one event and claims it; false when the lane or the intake is closed. */
    boolean reserve(LaneQueue queue, int weight) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!queue.fits(weight) && isUsable(queue)) {
                queue.room().await();
            }
            return tryClaim(queue, weight);
        } finally {
            lock.unlock();
        }
    }

    boolean tryReserve(LaneQueue queue, int weight) {
        lock.lock();
        try {
            return queue.fits(weight) && tryClaim(queue, weight);
        } finally {
            lock.unlock();
        }
    }

    void release(LaneQueue queue, int weight) {
        lock.lock();
        try {
            free(queue, weight);
        } finally {
            lock.unlock();
        }
    }

    /** Queues an event whose room is claimed. */
    void enqueue(LaneQueue queue, Queued queued) {
        if (!tryEnqueue(queue, queued)) {
            queued.claim().fail(closed());
        }
    }

    private boolean tryEnqueue(LaneQueue queue, Queued queued) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            if (queue.waiting.isEmpty()) {
                ready.addLast(queue);
                work.signal();
            }
            queue.waiting.addLast(queued);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The next batch, all of one lane; waits for one. Empty once the lanes are closed. */
    List<Queued> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (ready.isEmpty() && !closed) {
                work.await();
            }
            return closed ? List.of() : batch(ready.removeFirst());
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Queued> batch(LaneQueue queue) {
        List<Queued> batch = new ArrayList<>(Math.min(BATCH_EVENTS, queue.waiting.size()));
        while (batch.size() < BATCH_EVENTS && !queue.waiting.isEmpty()) {
            Queued queued = queue.waiting.removeFirst();
            free(queue, queued.weight());
            batch.add(queued);
        }
        if (!queue.waiting.isEmpty()) {
            ready.addLast(queue);
            work.signal();
        }
        return batch;
    }

    void close(LaneQueue queue) {
        lock.lock();
        try {
            queue.close();
            forgetIfOver(queue);
            queue.room().signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the waits of all and returns what no verifier will take any more. */
    List<Queued> close() {
        lock.lock();
        try {
            closed = true;
            List<Queued> left = new ArrayList<>();
            ready.forEach(queue -> left.addAll(queue.waiting));
            ready.clear();
            work.signalAll();
            open.forEach(queue -> queue.room().signalAll());
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** Lanes that are open, or closed and not empty yet. */
    int count() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    int events() {
        lock.lock();
        try {
            return open.stream().mapToInt(LaneQueue::events).sum();
        } finally {
            lock.unlock();
        }
    }

    long bytes() {
        lock.lock();
        try {
            return open.stream().mapToLong(LaneQueue::bytes).sum();
        } finally {
            lock.unlock();
        }
    }

    static IllegalStateException closed() {
        return new IllegalStateException("the lane is closed");
    }

    @GuardedBy("lock")
    private boolean tryClaim(LaneQueue queue, int weight) {
        boolean usable = isUsable(queue);
        if (usable) {
            queue.reserve(weight);
        }
        return usable;
    }

    @GuardedBy("lock")
    private void free(LaneQueue queue, int weight) {
        queue.release(weight);
        forgetIfOver(queue);
        queue.room().signal();
    }

    @GuardedBy("lock")
    private void forgetIfOver(LaneQueue queue) {
        if (queue.isOver()) {
            open.remove(queue);
        }
    }

    @GuardedBy("lock")
    private void requireOpen() {
        if (closed) {
            throw closed();
        }
    }

    @GuardedBy("lock")
    private boolean isUsable(LaneQueue queue) {
        return !closed && !queue.isClosed();
    }
}
