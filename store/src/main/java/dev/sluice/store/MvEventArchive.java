package dev.sluice.store;

import dev.sluice.archive.ArchiveChanges;
import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Item;
import dev.sluice.archive.Leave;
import dev.sluice.archive.Order;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Standing;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The event archive in one file of H2's MVStore. One thread writes, a few read; all are platform threads of the archive's
 * own that nobody interrupts, since an interrupt inside a file channel closes the file for everyone. May be used from any
 * thread.
 */
public final class MvEventArchive implements EventArchive {

    private final EventFile file;
    private final @Nullable DirectoryLock lock;
    private final ArchiveOptions options;
    private final Snapshots snapshots;
    private final Readers readers;
    private final Queries queries;
    private final WriteQueue queue;
    private final Watches watches = new Watches();
    private final Writer writer;
    private final Thread writerThread;
    private final AtomicBoolean closed = new AtomicBoolean();

    private MvEventArchive(EventFile file, @Nullable DirectoryLock lock, ArchiveOptions options) {
        this.file = file;
        this.lock = lock;
        this.options = options;
        this.snapshots = new Snapshots(file);
        this.readers = new Readers(file.name(), snapshots, options.time());
        this.queries = new Queries(readers, file.terms(), options);
        this.queue = new WriteQueue(options.time());
        this.writer = new Writer(file, snapshots, queue, watches, options);
        this.writerThread = Thread.ofPlatform().daemon().name("archive/writer").start(writer);
    }

    /**
     * Opens the archive in a directory, which is made if needed. Blocks for the disk. Locked, damaged and unknown files
     * are an {@link ArchiveException} that says what to do.
     */
    public static MvEventArchive open(Path directory, ArchiveOptions options) {
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            Rebuild.finish(directory);
            return open(directory.resolve(EventFile.NAME).toString(), lock, options);
        } catch (ArchiveException e) {
            lock.close();
            throw e;
        } catch (IOException e) {
            lock.close();
            throw Faults.of(directory.toString(), e);
        }
    }

    /**
     * Makes the archive of a directory anew from its event records, as when its indexes are damaged. The old file is kept
     * beside the new one. Blocks for the disk; the archive must not be open.
     *
     * @param progress is told now and then how many records have been read
     */
    public static RebuildReport rebuild(Path directory, ArchiveOptions options, LongConsumer progress) {
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            Objects.requireNonNull(lock);
            return Rebuild.run(directory, options, progress);
        }
    }

    /** Whether a directory holds an archive. */
    public static boolean exists(Path directory) {
        return Files.exists(directory.resolve(EventFile.NAME)) || Rebuild.isFinished(directory);
    }

    /** Whether some process works in a directory, this one included. Takes the directory for a moment when none does. */
    public static boolean isHeld(Path directory) {
        return DirectoryLock.isHeld(directory);
    }

    /** Opens a file under a name that may have a scheme of H2's file systems in front. */
    static MvEventArchive open(String name, @Nullable DirectoryLock lock, ArchiveOptions options) {
        return new MvEventArchive(EventFile.open(name, options.cacheMegabytes()), lock, options);
    }

    /** An archive that lives in memory and ends with its close. */
    public static MvEventArchive inMemory(ArchiveOptions options) {
        return new MvEventArchive(EventFile.inMemory(), null, options);
    }

    /** The random id that tells this archive from every other, 32 hex digits. */
    public String id() throws InterruptedException {
        return readers.read(maps -> file.id());
    }

    @Override
    public CompletableFuture<List<Verdict>> submit(Write write) throws InterruptedException {
        PendingWrite pending = PendingWrite.of(write, file.terms());
        queue.put(pending);
        return pending.promise();
    }

    @Override
    public List<Standing> standing(List<EventId> ids) throws InterruptedException {
        return queries.standing(ids);
    }

    @Override
    public Optional<Event> event(EventId id) throws InterruptedException {
        return queries.event(id);
    }

    @Override
    public Optional<Event> version(Coordinate coordinate) throws InterruptedException {
        return queries.version(coordinate);
    }

    @Override
    public Scan<Event> events(Filter filter, Order order) {
        return queries.events(filter, order);
    }

    @Override
    public Scan<Encoded> encoded(Filter filter, Order order, Leave leave) {
        return queries.encoded(filter, order, leave);
    }

    @Override
    public Scan<Item> items(Filter filter, Leave leave) {
        return queries.items(filter, leave);
    }

    @Override
    public long count(List<Filter> filters, Leave leave) throws InterruptedException {
        return queries.count(filters, leave);
    }

    @Override
    public List<Coverage> coverage(List<CoverageKey> keys) throws InterruptedException {
        return queries.coverage(keys);
    }

    @Override
    public Scan<CoverageEntry> allCoverage() {
        return queries.allCoverage();
    }

    @Override
    public Scan<Refusals.Item> refusals(Refusals.Query query) {
        return queries.refusals(query);
    }

    @Override
    public long refusalCount(RelayUrl relay) throws InterruptedException {
        return queries.refusalCount(relay);
    }

    @Override
    public Watch watch(ArchiveChanges listener) {
        return watches.add(listener);
    }

    @Override
    public Statistics statistics() {
        Snapshots.Snapshot snapshot = snapshots.acquire();
        try {
            long events = snapshot.maps().heads().sizeAsLong();
            return new Statistics(events, file.bytes(), queue.waitingEvents(), writer.generation());
        } finally {
            snapshots.release(snapshot);
        }
    }

    /**
     * Proves the archive: records, indexes, rules and coverage, and the signatures of a sample or of all. Reads beside
     * everything else and may take minutes.
     *
     * @param progress is told now and then how many events have been checked
     */
    public ArchiveReport check(boolean allSignatures, LongConsumer progress) throws InterruptedException {
        Statistics before = statistics();
        ArchiveCheck check = new ArchiveCheck(before.events(), allSignatures);
        check.records(queries.scan(new RecordSlices(file.terms())), progress);
        if (statistics().generation() == before.generation()) {
            readers.read(check::sizes);
        }
        check.coverage(this, options.clock().seconds());
        return check.report();
    }

    /** While a backup copies the file there is nothing it could do, and it ends early. */
    @Override
    public void compact() throws InterruptedException {
        Compaction compaction = new Compaction(file, Compaction.FULL);
        perform(new Chore(() -> writer.step(compaction)));
    }

    /** Keeps the file as it is between two groups; whoever asked closes what is answered. Blocks for the writer. */
    Boundary boundary() throws InterruptedException {
        var unused = Boundary.chunks(file);
        CompletableFuture<Boundary> kept = new CompletableFuture<>();
        Chore chore = new Chore(() -> {
            kept.complete(writer.boundary());
            return false;
        });
        try {
            perform(chore);
        } catch (InterruptedException e) {
            var unusedToo = kept.thenAccept(Boundary::close);
            throw e;
        }
        return kept.join();
    }

    private void perform(Chore chore) throws InterruptedException {
        queue.put(chore);
        try {
            chore.done().get();
        } catch (ExecutionException e) {
            throw Faults.of(file.name(), e.getCause() == null ? e : e.getCause());
        }
    }

    /** How it works. */
    ArchiveOptions options() {
        return options;
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        // under an interrupted thread a file channel closes itself instead of doing what it is told
        boolean interrupted = Thread.interrupted();
        try {
            interrupted |= finishWrites();
            closeFile();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes what is queued, and tells whether the caller was interrupted meanwhile. */
    private boolean finishWrites() {
        queue.close(new ArchiveException(ArchiveException.Kind.CLOSED, "The archive " + file.name() + " is closed"));
        boolean interrupted = false;
        while (writerThread.isAlive()) {
            try {
                writerThread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        readers.close();
        return interrupted;
    }

    private void closeFile() {
        try {
            snapshots.close();
            file.close();
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }
}
