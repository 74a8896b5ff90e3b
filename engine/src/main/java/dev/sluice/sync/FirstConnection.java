package dev.sluice.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.plan.Demands;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What further connections to a relay have to know of the first, which asks it what it is, and has its history. Any thread
 * may call.
 */
final class FirstConnection {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition cameUp = lock.newCondition();

    @GuardedBy("lock")
    private boolean up;

    private volatile @Nullable HistoryNews news;
    private volatile @Nullable Information information;

    /**
     * It is up.
     *
     * @param said what the relay says of itself
     * @param now where its history hears of what is owed, before it begins with all of it owed
     */
    void begins(Information said, HistoryNews now) {
        news = now;
        information = said;
        lock.lock();
        try {
            up = true;
            cameUp.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void ended() {
        lock.lock();
        try {
            up = false;
        } finally {
            lock.unlock();
        }
    }

    boolean isUp() {
        lock.lock();
        try {
            return up;
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until it is up. */
    void awaitUp() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!up) {
                cameUp.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What the relay says of itself, as was learned last. */
    Information information() {
        return Objects.requireNonNull(information);
    }

    /** What came of this meanwhile is owed: its history is told, or begins with all of it owed. */
    void owe(Demands what) {
        HistoryNews now = news;
        if (now != null && !what.isEmpty()) {
            now.owe(what);
        }
    }

    /** Whether no request for history is under way. */
    boolean historyRests() {
        HistoryNews now = news;
        return now == null || now.isOver() || now.isAwaited();
    }
}
