package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The few threads that read the file. Callers hand over and wait; an interrupted caller goes, the reading ends by
 * itself. Nobody interrupts these threads: an interrupt inside a file channel would close the file for everyone.
 */
final class Readers {

    /** As many as cores make sense for; more only push each other out of the page cache. */
    private static final int THREADS = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);

    private final String file;
    private final Snapshots snapshots;
    private final ExecutorService threads;

    Readers(String file, Snapshots snapshots) {
        this.file = file;
        this.snapshots = snapshots;
        this.threads = Executors.newFixedThreadPool(
                THREADS, Thread.ofPlatform().daemon().name("archive/reader-", 1).factory());
    }

    /** Reads from the last committed version and waits. The read is one slice: short. */
    <T> T read(Function<Maps, T> slice) throws InterruptedException {
        return await(submit(slice));
    }

    /** Begins to read from the last committed version. */
    <T> Future<T> submit(Function<Maps, T> slice) {
        try {
            return threads.submit(() -> onSnapshot(slice));
        } catch (RejectedExecutionException e) {
            throw new ArchiveException(ArchiveException.Kind.CLOSED, "The archive " + file + " is closed", e);
        }
    }

    /** Waits for what was begun. An interrupt ends the waiting, not the reading. */
    <T> T await(Future<T> reading) throws InterruptedException {
        // A future that is done already would not notice.
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            return reading.get();
        } catch (ExecutionException e) {
            throw Faults.of(file, e.getCause() == null ? e : e.getCause());
        }
    }

    private <T> T onSnapshot(Function<Maps, T> slice) {
        Snapshots.Snapshot snapshot = snapshots.acquire();
        try {
            return slice.apply(snapshot.maps());
        } finally {
            snapshots.release(snapshot);
        }
    }

    /** Lets what was begun end; then nobody reads any more. */
    void close() {
        threads.shutdown();
        boolean interrupted = false;
        while (!threads.isTerminated()) {
            try {
                interrupted |= !threads.awaitTermination(1, TimeUnit.HOURS) && Thread.interrupted();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
