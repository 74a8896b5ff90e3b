package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads that may enter JDBC, behind a fair gate of as many permits. Nobody interrupts them, since an interrupt inside
 * a file channel closes the database for everybody: a caller hands its work over and waits, and an interrupted caller
 * stops waiting while the work finishes.
 */
final class SqlThreads implements AutoCloseable {

    private final Semaphore gate;
    private final ExecutorService threads;

    SqlThreads(String name, int size) {
        gate = new Semaphore(size, true);
        threads = Executors.newFixedThreadPool(size, named(name));
    }

    /** Makes daemon platform threads of a name and a number. */
    static ThreadFactory named(String name) {
        return Thread.ofPlatform().daemon().name(name + "-", 1).factory();
    }

    /** Runs work on one of the threads; blocks for a free one and for the result. */
    <T> T call(Callable<T> work) throws InterruptedException {
        gate.acquire();
        return result(handOver(work));
    }

    /** The same for what has to be finished: an interrupt is kept for later. */
    <T> T callToTheEnd(Callable<T> work) {
        gate.acquireUninterruptibly();
        Future<T> future = handOver(work);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result(future);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    /** Finishes what was handed over. Never by {@link ExecutorService#close()}, which interrupts the threads. */
    @Override
    public void close() {
        threads.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = threads.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        restore(interrupted);
    }

    private <T> Future<T> handOver(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        try {
            threads.execute(() -> {
                try {
                    task.run();
                } finally {
                    gate.release();
                }
            });
        } catch (RejectedExecutionException e) {
            gate.release();
            throw new ArchiveException(ArchiveException.Kind.CLOSED, "the catalogue is closed", e);
        }
        return task;
    }

    private static <T> T result(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            if (cause instanceof RuntimeException failure) {
                throw failure;
            }
            throw new ArchiveException(ArchiveException.Kind.IO, "the catalogue failed: " + cause.getMessage(), cause);
        }
    }

    @SuppressWarnings("Interruption") // gives back the caller's own interrupt
    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
