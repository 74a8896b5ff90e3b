package dev.sluice.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** What all clients may have together of something. Any thread may take and give back. */
final class Allotment {

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    Allotment(long most) {
        this.most = most;
    }

    long taken() {
        return taken.get();
    }

    long most() {
        return most;
    }

    /** What one client has of it. */
    Share share() {
        return new Share();
    }

    private boolean tryTake(long amount) {
        if (taken.addAndGet(amount) > most) {
            taken.addAndGet(-amount);
            return false;
        }
        return true;
    }

    /** The share of one client, which ends with it. */
    final class Share implements AutoCloseable {

        private final ReentrantLock lock = new ReentrantLock();

        @GuardedBy("lock")
        private long held;

        @GuardedBy("lock")
        private boolean closed;

        private Share() {}

        /** Takes so much, or nothing when there is less or the client has gone. */
        boolean tryTake(long amount) {
            lock.lock();
            try {
                if (closed || !Allotment.this.tryTake(amount)) {
                    return false;
                }
                held += amount;
                return true;
            } finally {
                lock.unlock();
            }
        }

        void giveBack(long amount) {
            lock.lock();
            try {
                if (!closed) {
                    held -= amount;
                    taken.addAndGet(-amount);
                }
            } finally {
                lock.unlock();
            }
        }

        long held() {
            lock.lock();
            try {
                return held;
            } finally {
                lock.unlock();
            }
        }

        /** Gives all of it back. Idempotent. */
        @Override
        public void close() {
            lock.lock();
            try {
                closed = true;
                taken.addAndGet(-held);
                held = 0;
            } finally {
                lock.unlock();
            }
        }
    }
}
