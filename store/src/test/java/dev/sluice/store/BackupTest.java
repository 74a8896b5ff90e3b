package dev.sluice.store;

import static dev.sluice.store.Samples.RELAY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Catalogue.Met;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Order;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.TestEvents;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class BackupTest {

    private static final List<Event> EVENTS = IntStream.range(0, 400)
            .mapToObj(
                    i -> TestEvents.signed(TestEvents.keyPair(i % 5), TestEvents.EPOCH + i, 1, List.of(), "note " + i))
            .toList();

    @TempDir
    private Path directory;

    private Path source = Path.of("");
    private Path destination = Path.of("");
    private MvEventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT);

    @BeforeEach
    void open() {
        source = directory.resolve("data");
        destination = directory.resolve("it's a copy");
        archive = MvEventArchive.open(source, ArchiveOptions.DEFAULT);
    }

    @AfterEach
    void close() {
        archive.close();
    }

    @Test
    void aBoundaryStaysAsItWasWhateverIsWrittenAndCompacted() throws Exception {
        List<Event> before = TestEvents.unsignedNotes(3_000);
        for (int from = 0; from < before.size(); from += 50) {
            keep(before.subList(from, from + 50));
        }
        Path copy = directory.resolve("copy.mv");
        try (Boundary boundary = archive.boundary()) {
            keep(EVENTS);
            for (Event event : EVENTS) {
                List<List<String>> tags = List.of(List.of("e", event.id().hex()));
                keep(List.of(TestEvents.unsigned(event.createdAt() % 7, event.createdAt(), 5, tags, "")));
            }
            archive.compact();
            write(boundary, copy);
            assertEquals(before.size(), boundary.events());
        }
        long kept = archive.statistics().fileBytes();
        try (MvEventArchive opened = MvEventArchive.open(copy.toString(), null, ArchiveOptions.DEFAULT)) {
            assertEquals(before.reversed(), all(opened));
            assertEquals(archive.id(), opened.id());
        }
        archive.compact();
        assertTrue(archive.statistics().fileBytes() < kept, "space is used again");
        assertTrue(archive.check(false, done -> {}).events() >= before.size());
    }

    private static void write(Boundary boundary, Path to) throws IOException {
        try (FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (out.size() < boundary.bytes()) {
                ByteBuffer part = boundary.read(out.size(), 30_000);
                assertEquals(part.remaining(), out.write(part));
            }
        }
    }

    @Test
    void aBackupIsAnArchiveWithItsCatalogue() throws Exception {
        keep(EVENTS);
        try (SqlCatalogue catalogue = SqlCatalogue.open(source, archive.id(), archive, warning -> {})) {
            catalogue.met(RELAY, 7);
            BackupReport report = backup(Optional.of(catalogue));
            assertEquals(new BackupReport(destination, EVENTS.size(), report.bytes(), true), report);
            catalogue.met(RELAY, 9);
        }
        assertWhole(List.of(new Met(RELAY, 7, 7)));
        assertEquals(Files.getPosixFilePermissions(source), Files.getPosixFilePermissions(destination));
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(destination.resolve("catalogue.key"))));
    }

    @Test
    void aCatalogueThatNobodyHasOpenIsCopiedToo() throws Exception {
        keep(EVENTS);
        try (SqlCatalogue catalogue = SqlCatalogue.open(source, archive.id(), archive, warning -> {})) {
            catalogue.met(RELAY, 7);
        }
        Files.createDirectory(destination);
        assertTrue(backup(Optional.empty()).catalogue(), "an empty directory is a destination");
        assertWhole(List.of(new Met(RELAY, 7, 7)));
    }

    @Test
    void aCatalogueThatCannotBeReadIsLeftOut() throws Exception {
        keep(EVENTS);
        Files.writeString(source.resolve("catalogue.mv.db"), "no database");
        Files.writeString(source.resolve("catalogue.key"), "key");
        assertFalse(backup(Optional.empty()).catalogue());
        assertWhole(List.of());
    }

    @Test
    void whatIsThereIsNotTouched() throws Exception {
        keep(EVENTS);
        Files.createDirectory(destination);
        Path mine = Files.writeString(destination.resolve("mine"), "mine");
        String said = assertThrows(ArchiveException.class, () -> backup(Optional.empty()))
                .getMessage();
        assertTrue(said.startsWith(destination + " is there already"), said);
        assertEquals("mine", Files.readString(mine));
        assertEquals(List.of("data", "it's a copy"), names(directory));
    }

    @Test
    void aDestinationNeedsADirectoryThatIsThere() {
        destination = directory.resolve("no").resolve("copy");
        String said = assertThrows(ArchiveException.class, () -> backup(Optional.empty()))
                .getMessage();
        assertTrue(said.startsWith("There is no directory " + directory.resolve("no")), said);
    }

    @Test
    void anUnsoundArchiveGivesNoBackup() throws Exception {
        keep(TestEvents.unsignedNotes(10));
        ArchiveException fault = assertThrows(ArchiveException.class, () -> backup(Optional.empty()));
        assertEquals(ArchiveException.Kind.DAMAGED, fault.kind());
        assertTrue(fault.getMessage().contains("does not verify"), fault.getMessage());
        assertEquals(List.of("data"), names(directory));
    }

    @Test
    void whatAKilledProcessHasLeftIsClearedAndNothingElse() throws Exception {
        keep(EVENTS);
        Path left = Files.createDirectory(directory.resolve("it's a copy.unfinished"));
        Files.writeString(left.resolve("events.mv"), "half");
        Files.writeString(left.resolve("catalogue.zip"), "half");
        backup(Optional.empty());
        assertWhole(List.of());
        assertEquals(List.of("data", "it's a copy"), names(directory));
    }

    @Test
    void twoBackupsToOnePlaceDoNotMeet() throws Exception {
        try (BackupDirectory first = BackupDirectory.begin(source, destination)) {
            ArchiveException fault = assertThrows(ArchiveException.class, () -> backup(Optional.empty()));
            assertEquals(ArchiveException.Kind.LOCKED, fault.kind());
            assertTrue(Files.exists(first.events().getParent()));
        }
        assertEquals(List.of("data"), names(directory));
    }

    @Test
    void aBackupThatIsClosedEarlyLeavesNothingAndAnArchiveThatGoesOn() throws Exception {
        keep(EVENTS);
        Thread.currentThread().interrupt();
        try (Backup backup = Backup.start(source, archive, Optional.empty(), destination)) {
            assertThrows(InterruptedException.class, backup::join);
            Thread.currentThread().interrupt();
        }
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertFalse(Files.exists(directory.resolve("it's a copy.unfinished")));
        keep(TestEvents.unsignedNotes(10));
        assertEquals(EVENTS.size() + 10, archive.statistics().events());
    }

    @Test
    void anArchiveInMemoryHasNoBoundaryAndGoesOn() throws Exception {
        try (MvEventArchive memory = MvEventArchive.inMemory(ArchiveOptions.DEFAULT)) {
            assertThrows(UnsupportedOperationException.class, memory::boundary);
            memory.submit(new Write.Events(EVENTS, Guard.OPEN, true)).get();
            assertEquals(EVENTS.size(), memory.statistics().events());
        }
    }

    private BackupReport backup(Optional<SqlCatalogue> catalogue) throws InterruptedException {
        try (Backup backup = Backup.start(source, archive, catalogue, destination)) {
            return backup.join();
        }
    }

    private void keep(List<Event> events) throws Exception {
        archive.submit(new Write.Events(events, Guard.OPEN, true)).get();
    }

    private void assertWhole(List<Met> met) throws Exception {
        try (MvEventArchive copy = MvEventArchive.open(destination, ArchiveOptions.DEFAULT)) {
            assertEquals(all(archive), all(copy));
            assertEquals(List.of(), copy.check(true, done -> {}).details());
            try (SqlCatalogue catalogue = SqlCatalogue.open(destination, copy.id(), copy, warning -> {
                throw new AssertionError(warning);
            })) {
                assertEquals(met, catalogue.relays());
            }
        }
    }

    private static List<Event> all(EventArchive archive) throws InterruptedException {
        return EventArchiveContract.all(archive.events(Filter.ALL, Order.NEWEST_FIRST));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
