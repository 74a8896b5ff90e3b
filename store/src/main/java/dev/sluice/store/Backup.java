package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A copy of an archive's directory in the making, while the archive goes on. First the catalogue is copied, then the event
 * file as it was between two groups, so that nothing in the copy speaks of events that it lacks. The copy is checked as
 * {@link MvEventArchive#check} does with a sample of signatures; only then does it get the name of its destination. A thread
 * of its own that nobody interrupts does it. Close this before the archive and its catalogue.
 */
public final class Backup implements AutoCloseable {

    private static final int STEP_BYTES = 1 << 20;

    /** Memory for pages of the copy while it is checked, in MB. */
    private static final int CACHE = 16;

    private final Path source;
    private final MvEventArchive archive;
    private final @Nullable SqlCatalogue catalogue;
    private final Path destination;
    private final FutureTask<BackupReport> work = new FutureTask<>(this::run);

    private volatile Progress progress = new Progress(0, 0, 0, 0);
    private volatile boolean stopped;

    private Backup(Path source, MvEventArchive archive, @Nullable SqlCatalogue catalogue, Path destination) {
        this.source = source;
        this.archive = archive;
        this.catalogue = catalogue;
        this.destination = destination.toAbsolutePath().normalize();
    }

    /**
     * How far it is.
     *
     * @param copied bytes copied of {@code bytes}
     * @param checked events of the copy that were checked, of {@code events}
     */
    public record Progress(long copied, long bytes, long checked, long events) {}

    /**
     * Begins to copy. What goes wrong is told to those who wait for the end.
     *
     * @param source the archive's directory, held by this process
     * @param catalogue the catalogue, if this process has it open
     * @param destination a directory that is missing or empty, beside which as much room is needed as the archive takes
     */
    public static Backup start(
            Path source, MvEventArchive archive, Optional<SqlCatalogue> catalogue, Path destination) {
        Backup backup = new Backup(source, archive, catalogue.orElse(null), destination);
        Thread.ofPlatform().daemon().name("archive/backup").start(backup.work);
        return backup;
    }

    /** How far it is now. Any thread may ask. */
    public Progress progress() {
        return progress;
    }

    /** Blocks until the copy is whole. A failure is an {@link ArchiveException}, and nothing of the copy is left. */
    public BackupReport join() throws InterruptedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            throw Faults.of(source.toString(), Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    /** The same for a while; empty when the copy is not whole by then. */
    public Optional<BackupReport> await(Duration atMost) throws InterruptedException {
        try {
            work.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            // told by join
        }
        return Optional.of(join());
    }

    /** Ends the copying, if it is still under way, and blocks until nothing of the copy is left. */
    @Override
    public void close() {
        stopped = true;
        boolean interrupted = false;
        while (!work.isDone()) {
            try {
                work.get();
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                // it has ended, and nobody waits for the reason
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private BackupReport run() throws InterruptedException {
        try (BackupDirectory backup = BackupDirectory.begin(source, destination)) {
            boolean withCatalogue = CatalogueCopy.into(backup, source, catalogue);
            copyEvents(backup.events());
            check(backup.events());
            backup.finish();
            return new BackupReport(destination, progress.events(), progress.bytes(), withCatalogue);
        } catch (IOException e) {
            throw new ArchiveException(
                    ArchiveException.Kind.IO,
                    "The backup to " + destination + " failed: " + e
                            + ". Nothing was kept of it; check the disk there and its free space.",
                    e);
        }
    }

    private void copyEvents(Path to) throws IOException, InterruptedException {
        try (Boundary kept = archive.boundary();
                FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long at = 0;
            while (at < kept.bytes()) {
                ByteBuffer part = kept.read(at, STEP_BYTES);
                at += part.remaining();
                while (part.hasRemaining()) {
                    out.write(part);
                }
                tell(new Progress(at, kept.bytes(), 0, kept.events()));
            }
        }
    }

    private void check(Path copy) throws InterruptedException {
        Progress whole = progress;
        String name = copy.toString();
        try (EventFile file = EventFile.open(name, CACHE)) {
            long events = file.maps().heads().sizeAsLong();
            if (events != whole.events() || !file.id().equals(archive.id())) {
                throw unsound("it holds " + events + " events of " + whole.events());
            }
        }
        ArchiveOptions options = archive.options().withCacheMegabytes(CACHE);
        try (MvEventArchive opened = MvEventArchive.open(name, null, options)) {
            ArchiveReport report = opened.check(
                    false, checked -> tell(new Progress(whole.bytes(), whole.bytes(), checked, whole.events())));
            if (!report.isSound()) {
                throw unsound(report.details().getFirst());
            }
        }
    }

    private ArchiveException unsound(String what) {
        return new ArchiveException(
                ArchiveException.Kind.DAMAGED,
                "The backup to " + destination + " was not sound and nothing was kept of it: " + what
                        + ". Run `sluice check` on the archive itself.");
    }

    private void tell(Progress now) {
        progress = now;
        if (stopped) {
            throw new CancellationException("the backup was told to end");
        }
    }
}
