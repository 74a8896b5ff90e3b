package dev.sluice.bench;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * Writes events into a new archive, all indexes and fsync on, and says how fast: events a second, CPU of the whole
 * process an event, bytes of file an event before and after compaction. Does so twice: first with the process still cold,
 * then as in one that has been up for some seconds.
 */
public final class ArchiveWrite {

    /** The rate is told so many times under way. */
    private static final int SHARES = 10;

    /** After so many the compiler has settled. */
    private static final int WARM_UP = 100_000;

    private ArchiveWrite() {}

    /**
     * Arguments: number of events (100000), events a write (1000), directory (a temporary one), "alone" to wait for each
     * write, so that each is a group of its own.
     */
    public static void main(String[] arguments) throws Exception {
        int total = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
        int group = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000;
        Path directory = arguments.length > 2 ? Path.of(arguments[2]) : Files.createTempDirectory("archive-write");
        boolean alone = arguments.length > 3 && arguments[3].equals("alone");
        warmUp(Math.min(total, WARM_UP), group, alone);
        try (EventArchive archive = MvEventArchive.open(directory, ArchiveOptions.DEFAULT)) {
            write(archive, total, group, alone);
            long before = archive.statistics().fileBytes();
            long start = System.nanoTime();
            archive.compact();
            System.out.printf(
                    Locale.ROOT,
                    "bytes an event: %d, compacted %d (in %.1f s)%n",
                    before / total,
                    archive.statistics().fileBytes() / total,
                    seconds(start));
        }
    }

    private static void warmUp(int total, int group, boolean alone)
            throws ExecutionException, InterruptedException, IOException {
        Path directory = Files.createTempDirectory("archive-warm-up");
        System.out.println("cold:");
        try (EventArchive archive = MvEventArchive.open(directory, ArchiveOptions.DEFAULT)) {
            write(archive, total, group, alone);
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
        System.out.println("warm:");
    }

    private static void write(EventArchive archive, int total, int group, boolean alone)
            throws ExecutionException, InterruptedException {
        ArchiveEvents events = new ArchiveEvents(1, total);
        System.out.println(
                "JSON of the first: " + Codec.encode(events.next(1).getFirst()).length() + " bytes");
        long start = System.nanoTime();
        long cpu = cpuNanos();
        int share = Math.max(1, total / SHARES);
        long shareStart = start;
        Deque<CompletableFuture<List<Verdict>>> pending = new ArrayDeque<>();
        for (int made = 0; made < total; made += group) {
            List<Event> next = events.next(Math.min(group, total - made));
            boolean urgent = alone || made + group >= total;
            pending.addLast(archive.submit(new Write.Events(next, Guard.OPEN, urgent)));
            if (alone) {
                var unused = pending.getLast().get();
            }
            if ((made + group) / share > made / share) {
                System.out.printf(Locale.ROOT, "%,d: %,.0f/s%n", made + group, share / seconds(shareStart));
                shareStart = System.nanoTime();
            }
        }
        for (CompletableFuture<List<Verdict>> write : pending) {
            if (write.get().stream().anyMatch(verdict -> !(verdict instanceof Verdict.Stored))) {
                throw new IllegalStateException("an event was not stored");
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%,d events in writes of %,d: %,.0f events/s, %.0f us of CPU an event, %d groups%n",
                total,
                group,
                total / seconds(start),
                (cpuNanos() - cpu) / 1e3 / total,
                archive.statistics().generation());
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private static long cpuNanos() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }
}
