package dev.sluice.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.time.Time;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What other threads tell the one that walks history; it rests until there is news. */
final class HistoryNews {
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // written under the lock, read by any
    private volatile boolean owed;
    private volatile boolean over;

    @GuardedBy("lock")
    private boolean other;

    HistoryNews(Time time) {
        this.time = time;
    }

    /** Live coverage was broken, or may have been. */
    void owe() {
        tell(() -> owed = true);
    }

    /** Something else is wanted. */
    void wanted() {
        tell(() -> other = true);
    }

    /** The session has ended. */
    void end() {
        tell(() -> over = true);
    }

    private void tell(Runnable what) {
        lock.lock();
        try {
            what.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isOver() {
        return over;
    }

    boolean isOwed() {
        return owed;
    }

    /** Whether something is owed; it counts as taken up. */
    boolean takeOwed() {
        boolean was = owed;
        owed = false;
        return was;
    }

    /** Blocks until there is news or a moment has come. */
    void await(long deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!owed && !other && !over && !time.reached(deadline)) {
                time.await(lock, changed, deadline);
            }
            other = false;
        } finally {
            lock.unlock();
        }
    }
}
