package dev.sluice.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.plan.Demands;
import dev.sluice.time.Time;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What other threads tell the one that walks history; it rests until there is news. */
final class HistoryNews {
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // written by any thread, the lock taken afterwards by whoever writes
    private volatile boolean over;

    // written under the lock, read by any
    private volatile boolean owed;

    // written by the walking thread, read by any
    private volatile boolean awaited;

    @GuardedBy("lock")
    private boolean other;

    @GuardedBy("lock")
    private Demands debt = Demands.NONE;

    HistoryNews(Time time) {
        this.time = time;
    }

    /** Live coverage of something was broken, or may have been. */
    void owe(Demands what) {
        lock.lock();
        try {
            debt = debt.isEmpty() ? what : debt.and(what);
            owed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Something else is wanted. */
    void wanted() {
        lock.lock();
        try {
            other = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The session has ended. */
    void end() {
        over = true;
        wanted();
    }

    boolean isOver() {
        return over;
    }

    boolean isOwed() {
        return owed;
    }

    /** What is owed; it counts as taken up. */
    Demands takeOwed() {
        lock.lock();
        try {
            Demands taken = debt;
            debt = Demands.NONE;
            owed = false;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the walking thread rests, so that no request of history is under way. */
    boolean isAwaited() {
        return awaited;
    }

    /** Blocks until there is news or a moment has come. */
    void await(long deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            awaited = true;
            while (!owed && !other && !over && !time.reached(deadline)) {
                time.await(lock, changed, deadline);
            }
            other = false;
        } finally {
            awaited = false;
            lock.unlock();
        }
    }
}
