package dev.sluice.time;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

final class SystemTime implements Time {

    static final SystemTime INSTANCE = new SystemTime();

    private SystemTime() {}

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void sleepUntil(long deadlineNanos) throws InterruptedException {
        long left = deadlineNanos - nanos();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        while (left > 0) {
            Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
            left = deadlineNanos - nanos();
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // the contract: callers loop
    public boolean await(ReentrantLock lock, Condition condition, long deadlineNanos) throws InterruptedException {
        long left = deadlineNanos - nanos();
        return condition.awaitNanos(left) > 0;
    }
}
