package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.TestEvents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ConcurrencyTest {

    @TempDir
    Path directory;

    @Test
    void aReaderSeesWholeGroupsOnly() throws Exception {
        List<Event> events = TestEvents.unsignedNotes(600);
        try (EventArchive archive = MvEventArchive.open(directory, ArchiveOptions.DEFAULT)) {
            CompletableFuture<List<Verdict>> last = CompletableFuture.completedFuture(List.of());
            for (int i = 0; i < events.size(); i += 2) {
                last = archive.submit(new Write.Events(events.subList(i, i + 2), Guard.OPEN, i % 8 == 0));
                assertEquals(0, archive.count(List.of(Filter.ALL)) % 2);
            }
            last.get();
            assertEquals(600, archive.count(List.of(Filter.ALL)));
        }
    }

    @Test
    void interruptedCallersHarmNobody() throws Exception {
        List<Event> events = TestEvents.unsignedNotes(3_000);
        try (EventArchive archive = MvEventArchive.open(directory, ArchiveOptions.DEFAULT.withCacheMegabytes(1))) {
            archive.submit(new Write.Events(events, Guard.OPEN, true)).get();
            for (int i = 0; i < 50; i++) {
                interruptAReader(archive);
            }
            assertEquals(events, EventArchiveContract.all(archive.events(Filter.ALL, Order.OLDEST_FIRST)));
            Event later = TestEvents.unsigned(1, TestEvents.EPOCH, 1, List.of(), "later");
            assertEquals(
                    List.of(new Verdict.Stored()),
                    archive.submit(new Write.Events(List.of(later), Guard.OPEN, true))
                            .get());
        }
    }

    private static void interruptAReader(EventArchive archive) throws InterruptedException {
        Thread reader = Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    EventArchiveContract.all(archive.events(Filter.ALL, Order.NEWEST_FIRST));
                }
            } catch (InterruptedException e) {
                // what this thread was started for
            }
        });
        EventArchiveContract.all(archive.items(Filter.ALL.withLimit(OptionalInt.of(10))));
        reader.interrupt();
        reader.join();
    }

    @Test
    void anInterruptedCallerLosesNoSlice() throws Exception {
        List<Event> events = TestEvents.unsignedNotes(1_500);
        try (EventArchive archive = MvEventArchive.open(directory, ArchiveOptions.DEFAULT)) {
            archive.submit(new Write.Events(events, Guard.OPEN, true)).get();
            Scan<Event> scan = archive.events(Filter.ALL, Order.OLDEST_FIRST);
            List<Event> read = new ArrayList<>();
            AtomicReference<Throwable> fault = new AtomicReference<>();
            Thread interrupted = Thread.ofPlatform().start(() -> {
                Thread.currentThread().interrupt();
                try {
                    read.addAll(scan.next());
                } catch (InterruptedException e) {
                    fault.set(e);
                }
            });
            interrupted.join();
            assertEquals(InterruptedException.class, fault.get().getClass());
            read.addAll(EventArchiveContract.all(scan));
            assertEquals(events, read);
        }
    }

    @Test
    void scansGoOnBesideWritesAndCompaction() throws Exception {
        List<Event> events = TestEvents.unsignedNotes(6_000);
        try (EventArchive archive = MvEventArchive.open(directory, ArchiveOptions.DEFAULT.withCacheMegabytes(1))) {
            archive.submit(new Write.Events(events.subList(0, 3_000), Guard.OPEN, true))
                    .get();
            for (int from = 3_000; from < 6_000; from += 100) {
                var write = archive.submit(new Write.Events(events.subList(from, from + 100), Guard.OPEN, true));
                List<Event> read = EventArchiveContract.all(archive.events(
                        Filter.ALL.withUntil(OptionalLong.of(TestEvents.EPOCH + 2_999)), Order.NEWEST_FIRST));
                assertEquals(events.subList(0, 3_000).reversed(), read);
                write.get();
                if (from % 500 == 0) {
                    archive.compact();
                }
            }
        }
    }
}
