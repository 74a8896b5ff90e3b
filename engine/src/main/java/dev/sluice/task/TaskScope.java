package dev.sluice.task;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that end with the block that opened them; use it in a try-with-resources. A task that failed is
 * reported by {@link #join}; tasks that ended are forgotten, so a scope may live long.
 */
public final class TaskScope implements AutoCloseable {

    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final Set<Fork<?>> running = new LinkedHashSet<>();

    @GuardedBy("lock")
    private @Nullable TaskFailedException failure;

    @GuardedBy("lock")
    private boolean cancelled;

    private TaskScope(String name) {
        this.name = name;
    }

    /** A scope whose threads are named after it: {@code name/task}. */
    public static TaskScope open(String name) {
        return new TaskScope(name);
    }

    /** Starts a task. After {@link #cancel} it starts nothing: the fork has then ended with an InterruptedException. */
    @CanIgnoreReturnValue
    public <T extends @Nullable Object> Fork<T> fork(String task, Callable<? extends T> work) {
        Fork<T> fork = new Fork<>(this, name + "/" + task, work);
        lock.lock();
        try {
            if (cancelled) {
                fork.failed(new InterruptedException(name + " is cancelled"));
            } else {
                running.add(fork);
                fork.thread().start();
            }
        } finally {
            lock.unlock();
        }
        return fork;
    }

    /**
     * Blocks until every task has ended, or one has failed.
     *
     * @throws TaskFailedException for the first failure; the others go on until the scope is closed
     */
    public void join() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!running.isEmpty() && failure == null) {
                changed.await();
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Interrupts every task and starts no more. */
    public void cancel() {
        for (Fork<?> fork : cancelledForks()) {
            fork.cancel();
        }
    }

    /** Tasks that have not ended. */
    public int running() {
        lock.lock();
        try {
            return running.size();
        } finally {
            lock.unlock();
        }
    }

    /** Cancels what still runs and returns only when every task has ended, keeping the caller's interrupt. */
    @Override
    public void close() {
        cancel();
        lock.lock();
        try {
            while (!running.isEmpty()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    <T extends @Nullable Object> void run(Fork<T> fork, Callable<? extends T> work) {
        try {
            fork.returned(work.call());
        } catch (Throwable thrown) {
            fork.failed(thrown);
            failed(fork, thrown);
        } finally {
            ended(fork);
        }
    }

    private List<Fork<?>> cancelledForks() {
        lock.lock();
        try {
            cancelled = true;
            return List.copyOf(running);
        } finally {
            lock.unlock();
        }
    }

    /** A task that ends by the interrupt of a cancel did what it was told. */
    private void failed(Fork<?> fork, Throwable thrown) {
        lock.lock();
        try {
            boolean obeyed = (cancelled || fork.cancelled()) && thrown instanceof InterruptedException;
            if (failure == null && !obeyed) {
                failure = new TaskFailedException(fork.thread().getName(), thrown);
            }
        } finally {
            lock.unlock();
        }
    }

    private void ended(Fork<?> fork) {
        lock.lock();
        try {
            running.remove(fork);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
