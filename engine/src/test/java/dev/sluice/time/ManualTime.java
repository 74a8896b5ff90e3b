package dev.sluice.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A clock that stands until the test moves it. {@link #advance} wakes every thread whose moment has come, whether it
 * sleeps or waits on a condition; {@link #awaitSleepers} replaces "sleep a little to make sure that it waits".
 */
public final class ManualTime implements Time, WallClock {

    private static final long ODD_START = -9_000_000_007L;
    private static final long WALL_START_SECONDS = 1_750_000_000L;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Sleeper> sleepers = new ArrayList<>();
    private long now = ODD_START;

    @Override
    public long nanos() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long seconds() {
        return WALL_START_SECONDS + TimeUnit.NANOSECONDS.toSeconds(nanos() - ODD_START);
    }

    @Override
    public void sleepUntil(long deadlineNanos) throws InterruptedException {
        ReentrantLock alone = new ReentrantLock();
        alone.lockInterruptibly();
        try {
            Condition woken = alone.newCondition();
            while (await(alone, woken, deadlineNanos)) {
                // woken for no reason
            }
        } finally {
            alone.unlock();
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // the contract: callers loop
    public boolean await(ReentrantLock held, Condition condition, long deadlineNanos) throws InterruptedException {
        Sleeper sleeper = new Sleeper(held, condition, deadlineNanos);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!fallAsleep(sleeper)) {
            return false;
        }
        try {
            condition.await();
        } finally {
            rise(sleeper);
        }
        return !reached(deadlineNanos);
    }

    /** Moves the clock and wakes those whose moment has come; they may not have run yet when this returns. */
    public void advance(Duration span) {
        for (Sleeper sleeper : moved(span)) {
            sleeper.wake();
        }
    }

    /** Moves the clock step by step until the condition holds, giving other threads a moment of real time after each. */
    public void advanceUntil(BooleanSupplier done, Duration step) throws InterruptedException {
        while (!done.getAsBoolean()) {
            advance(step);
            rest();
        }
    }

    /** Blocks the test until at least so many threads wait for a moment that lies ahead. */
    public void awaitSleepers(int threads) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (sleepers.size() < threads) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How far ahead the next waited-for moment lies, in nanoseconds. */
    public OptionalLong nextWake() {
        lock.lock();
        try {
            return sleepers.stream()
                    .mapToLong(sleeper -> sleeper.deadlineNanos - now)
                    .min();
        } finally {
            lock.unlock();
        }
    }

    private boolean fallAsleep(Sleeper sleeper) {
        lock.lock();
        try {
            boolean ahead = sleeper.deadlineNanos - now > 0;
            if (ahead) {
                sleepers.add(sleeper);
                changed.signalAll();
            }
            return ahead;
        } finally {
            lock.unlock();
        }
    }

    private void rise(Sleeper sleeper) {
        lock.lock();
        try {
            sleepers.remove(sleeper);
        } finally {
            lock.unlock();
        }
    }

    private List<Sleeper> moved(Duration span) {
        lock.lock();
        try {
            now += span.toNanos();
            List<Sleeper> due = sleepers.stream()
                    .filter(sleeper -> sleeper.deadlineNanos - now <= 0)
                    .toList();
            sleepers.removeAll(due);
            return due;
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // a moment of real time, or less when somebody falls asleep
    private void rest() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            changed.awaitNanos(1_000_000);
        } finally {
            lock.unlock();
        }
    }

    /** One thread that waits; it holds its lock until it is on the condition, so a wake can't come too early. */
    private static final class Sleeper {
        private final ReentrantLock lock;
        private final Condition condition;
        private final long deadlineNanos;

        Sleeper(ReentrantLock lock, Condition condition, long deadlineNanos) {
            this.lock = lock;
            this.condition = condition;
            this.deadlineNanos = deadlineNanos;
        }

        void wake() {
            lock.lock();
            try {
                condition.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
