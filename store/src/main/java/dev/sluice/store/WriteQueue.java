package dev.sluice.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.ArchiveException;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the writer, bounded in events and bytes, and the rule by which waiting writes become one group: bulk
 * ones gather for a second or up to a full group; once somebody waits for an answer the group ends after 50 ms, or at
 * once when nobody else has anything to add.
 */
final class WriteQueue {

    /** Bounds of what waits (RULES 1.3 of the design). A single write may exceed them when it is alone. */
    static final int MOST_EVENTS = 20_000;

    static final long MOST_BYTES = 64L << 20;

    /** Where larger groups gain little more (measured at a million events). */
    static final int GROUP_EVENTS = 10_000;

    private static final long GROUP_BYTES = MOST_BYTES / 2;
    private static final Duration BULK_WAIT = Duration.ofSeconds(1);
    private static final Duration URGENT_WAIT = Duration.ofMillis(50);

    private final Time time;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition space = lock.newCondition();
    private final Condition work = lock.newCondition();

    @GuardedBy("lock")
    private final Deque<PendingWrite> writes = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<Chore> chores = new ArrayDeque<>();

    @GuardedBy("lock")
    private int events;

    @GuardedBy("lock")
    private long bytes;

    @GuardedBy("lock")
    private int urgent;

    @GuardedBy("lock")
    private @Nullable ArchiveException end;

    WriteQueue(Time time) {
        this.time = time;
    }

    /** Adds a write; waits for room. A closed queue throws. */
    void put(PendingWrite write) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (end == null && isFull(write)) {
                space.await();
            }
            check();
            write.enqueued(time.nanos());
            writes.addLast(write);
            events += write.size();
            bytes += write.bytes();
            urgent += write.urgent() ? 1 : 0;
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a chore to be done between groups. */
    void put(Chore chore) {
        lock.lock();
        try {
            check();
            chores.addLast(chore);
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next group, once it is due; empty when there is a chore to do, when a moment has come or the queue was closed.
     */
    List<PendingWrite> group(long untilNanos) throws InterruptedException {
        lock.lock();
        try {
            while (end == null && chores.isEmpty() && !isDue() && !time.reached(untilNanos)) {
                time.await(lock, work, wake(untilNanos));
            }
            return end != null || isDue() ? take() : List.of();
        } finally {
            lock.unlock();
        }
    }

    /** Puts a chore that is not done behind the others. False when the queue was closed. */
    boolean putBack(Chore chore) {
        lock.lock();
        try {
            return end == null && chores.add(chore);
        } finally {
            lock.unlock();
        }
    }

    /** Everything that waits, to be refused. */
    List<PendingWrite> drain() {
        lock.lock();
        try {
            List<PendingWrite> all = List.copyOf(writes);
            writes.clear();
            events = 0;
            bytes = 0;
            urgent = 0;
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** The chore that waits longest. */
    @Nullable
    Chore chore() {
        lock.lock();
        try {
            return chores.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    int waitingEvents() {
        lock.lock();
        try {
            return events;
        } finally {
            lock.unlock();
        }
    }

    /** Lets nothing more in. What waits may still be taken. */
    void close(ArchiveException reason) {
        lock.lock();
        try {
            if (end == null) {
                end = reason;
            }
            space.signalAll();
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isDone() {
        lock.lock();
        try {
            return end != null && writes.isEmpty() && chores.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void check() {
        if (end != null) {
            throw end;
        }
    }

    @GuardedBy("lock")
    private boolean isFull(PendingWrite next) {
        return !writes.isEmpty() && (events + next.size() > MOST_EVENTS || bytes + next.bytes() > MOST_BYTES);
    }

    @GuardedBy("lock")
    private boolean isDue() {
        if (writes.isEmpty()) {
            return false;
        }
        boolean full = events >= GROUP_EVENTS || bytes >= GROUP_BYTES || lock.hasWaiters(space);
        return full || urgent == writes.size() || time.reached(dueNanos());
    }

    @GuardedBy("lock")
    private long wake(long untilNanos) {
        return writes.isEmpty() || dueNanos() - untilNanos > 0 ? untilNanos : dueNanos();
    }

    /** When the group of what waits now must end. */
    @GuardedBy("lock")
    private long dueNanos() {
        long due = writes.getFirst().enqueuedNanos() + BULK_WAIT.toNanos();
        if (urgent == 0) {
            return due;
        }
        for (PendingWrite write : writes) {
            if (write.urgent()) {
                long urgentDue = write.enqueuedNanos() + URGENT_WAIT.toNanos();
                return urgentDue - due < 0 ? urgentDue : due;
            }
        }
        return due;
    }

    @GuardedBy("lock")
    private List<PendingWrite> take() {
        List<PendingWrite> group = new ArrayList<>();
        int size = 0;
        while (!writes.isEmpty() && (group.isEmpty() || size + writes.getFirst().size() <= GROUP_EVENTS)) {
            PendingWrite write = writes.removeFirst();
            group.add(write);
            size += write.size();
            events -= write.size();
            bytes -= write.bytes();
            urgent -= write.urgent() ? 1 : 0;
        }
        space.signalAll();
        return group;
    }
}
