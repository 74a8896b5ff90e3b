package dev.sluice.task;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One task of a {@link TaskScope}, on its own virtual thread.
 *
 * @param <T> what the task returns
 */
public final class Fork<T extends @Nullable Object> {

    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean cancelled;

    Fork(TaskScope scope, String name, Callable<? extends T> task) {
        this.thread = Thread.ofVirtual()
                .name(name)
                .inheritInheritableThreadLocals(false)
                .unstarted(() -> scope.run(this, task));
    }

    /** Blocks until the task has ended and returns what it returned. An interrupt ends the wait, not the task. */
    public T join() throws InterruptedException {
        try {
            return outcome.get();
        } catch (ExecutionException failed) {
            throw new TaskFailedException(thread.getName(), failed.getCause());
        }
    }

    /** Blocks until the task has ended, however. An interrupt ends the wait, not the task. */
    public void awaitEnd() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        var unused = outcome.whenComplete((value, failure) -> ended.countDown());
        ended.await();
    }

    /** Whether the task has ended, however. */
    public boolean ended() {
        return outcome.isDone();
    }

    /** Whether the task has begun: false for ever when its scope was cancelled before. */
    public boolean begun() {
        return thread.getState() != Thread.State.NEW;
    }

    /** Interrupts this task alone. When it ends by that, it has not failed. */
    @SuppressWarnings("Interruption") // an interrupt is how a scope cancels
    public void cancel() {
        cancelled = true;
        thread.interrupt();
    }

    /** Whether it was told to end. */
    boolean cancelled() {
        return cancelled;
    }

    Thread thread() {
        return thread;
    }

    void returned(T value) {
        outcome.complete(value);
    }

    void failed(Throwable failure) {
        outcome.completeExceptionally(failure);
    }
}
