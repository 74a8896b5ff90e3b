package dev.sluice.store;

import dev.sluice.archive.Account;
import dev.sluice.archive.ArchiveException;
import dev.sluice.time.Time;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The few threads that read the file. Callers hand over and wait; whoever has had little of their time comes before whoever
 * has had much ({@link Account}). An interrupted caller goes, the reading ends by itself. Nobody interrupts these threads: an interrupt inside a file channel would close the file for everyone.
 */
final class Readers {

    /** As many as cores make sense for; more only push each other out of the page cache. */
    private static final int THREADS = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);

    private final String file;
    private final Snapshots snapshots;
    private final Time time;
    private final ThreadPoolExecutor threads;
    private final AtomicLong asked = new AtomicLong();

    /** Where the read stood that began last; it never falls. */
    private final AtomicLong standing = new AtomicLong();

    Readers(String file, Snapshots snapshots, Time time) {
        this.file = file;
        this.snapshots = snapshots;
        this.time = time;
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.SECONDS,
                new PriorityBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("archive/reader-", 1).factory());
    }

    /** Reads from the last committed version and waits. The read is one slice: short. */
    <T> T read(Function<Maps, T> slice) throws InterruptedException {
        return await(submit(slice, Account.house()));
    }

    /** Begins to read from the last committed version, once those have begun who have had less. */
    <T> Future<T> submit(Function<Maps, T> slice, Account account) {
        Reading<T> reading = new Reading<>(slice, account);
        try {
            threads.execute(reading);
            return reading;
        } catch (RejectedExecutionException e) {
            throw new ArchiveException(ArchiveException.Kind.CLOSED, "The archive " + file + " is closed", e);
        }
    }

    /** Whether somebody waits for a thread. */
    boolean areAsked() {
        return !threads.getQueue().isEmpty();
    }

    /** One slice in the queue: first whoever stands lowest, then whoever came first. */
    private final class Reading<T> extends FutureTask<T> implements Comparable<Reading<?>> {
        private final long stand;
        private final long number = asked.getAndIncrement();

        Reading(Function<Maps, T> slice, Account account) {
            super(() -> charged(slice, account));
            this.stand = account.stand(standing.get());
        }

        @Override
        public void run() {
            standing.accumulateAndGet(stand, Math::max);
            super.run();
        }

        @Override
        public int compareTo(Reading<?> other) {
            int byStand = Long.compare(stand, other.stand);
            return byStand != 0 ? byStand : Long.compare(number, other.number);
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

    /** Charged before the caller has its answer and can ask again. */
    private <T> T charged(Function<Maps, T> slice, Account account) {
        long began = time.nanos();
        try {
            return onSnapshot(slice);
        } finally {
            account.charge(time.nanos() - began);
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
