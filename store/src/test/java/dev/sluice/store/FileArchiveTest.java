package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Order;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileArchiveTest extends EventArchiveContract {

    @TempDir
    Path directory;

    @Override
    EventArchive open(ArchiveOptions options) {
        return MvEventArchive.open(directory, options);
    }

    @Test
    void whatWasKeptIsThereAfterReopening() throws Exception {
        List<Event> events = TestEvents.unsignedNotes(500);
        keepAll(events);
        Event deleted = events.getLast();
        keep(event(499 % 10, T + 9_999, 5, List.of(List.of("e", deleted.id().hex())), ""));
        String id = ((MvEventArchive) archive).id();
        archive.close();
        archive = open(options());
        assertEquals(id, ((MvEventArchive) archive).id());
        assertEquals(500, archive.count(List.of(Filter.ALL)));
        assertEquals(new Verdict.Duplicate(), keep(events.getFirst()));
        assertEquals(new Verdict.Deleted(), keep(deleted));
        assertEquals(new Verdict.Stored(), keep(event(7, T, 1, List.of(), "after reopening")));
    }

    @Test
    void aLockedArchiveNamesTheProcessThatHoldsIt() {
        ArchiveException fault = assertThrows(ArchiveException.class, () -> open(options()));
        assertEquals(ArchiveException.Kind.LOCKED, fault.kind());
        assertTrue(
                fault.getMessage().contains("process " + ProcessHandle.current().pid()), fault.getMessage());
        assertTrue(fault.getMessage().contains("Stop that process"), fault.getMessage());
    }

    @Test
    void anInterruptedThreadClosesAndGivesTheDirectoryBack() {
        Thread.currentThread().interrupt();
        archive.close();
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        archive = open(options());
    }

    @Test
    void aNewerFormatIsRefused() {
        ArchiveException fault = opened("999");
        assertEquals(ArchiveException.Kind.UNKNOWN_FORMAT, fault.kind());
        assertTrue(fault.getMessage().contains("format 999"), fault.getMessage());
        assertTrue(fault.getMessage().contains("or a newer one"), fault.getMessage());
    }

    @Test
    void anOlderFormatIsRefusedWithAWayOut() {
        ArchiveException fault = opened("1");
        assertEquals(ArchiveException.Kind.UNKNOWN_FORMAT, fault.kind());
        assertTrue(fault.getMessage().contains("has format 1"), fault.getMessage());
        assertTrue(fault.getMessage().contains("Export it with the version that wrote it"), fault.getMessage());
        assertThrows(ArchiveException.class, () -> MvEventArchive.rebuild(directory, options(), read -> {}));
    }

    /** Of another format, in which the maps hold what this program can't read. */
    private ArchiveException opened(String format) {
        archive.close();
        try (MVStore store = MVStore.open(directory.resolve(EventFile.NAME).toString())) {
            Maps.openAbout(store).put("format", format);
            store.removeMap("postings");
            store.openMap("postings").put("a", "of another shape");
        }
        return assertThrows(ArchiveException.class, () -> open(options()));
    }

    @Test
    void ofWhatARelayOffersInVainTheOldestAreForgotten() throws Exception {
        archive.close();
        try (EventFile file = EventFile.open(directory.resolve(EventFile.NAME).toString(), 16)) {
            GroupWriter writer = new GroupWriter(file, 1, 50);
            for (int i = 0; i < 40; i++) {
                writer.write(
                        List.of(), List.of(refusal(RELAY, "{}", T + 2L * i), refusal(RELAY, "{1}", T + 2L * i + 1)));
                writer.write(List.of(), List.of(refusal(OURS, "{}", T + i)));
            }
            file.commit();
        }
        archive = open(options());
        assertEquals(50, archive.refusalCount(RELAY));
        assertEquals(40, archive.refusalCount(OURS));
        assertEquals(
                25, all(archive.refusals(new Refusals.Query(RELAY, "{}", 0))).size());
        assertEquals(
                T + 31,
                all(archive.refusals(new Refusals.Query(RELAY, "{1}", 0)))
                        .getFirst()
                        .createdAt());
    }

    private static Refusals refusal(RelayUrl relay, String base, long second) {
        EventId id = new EventId(second, 2, 3, 4);
        return new Refusals(relay, base, List.of(new Refusals.Item(second, id, Refusals.Reason.DELETED, 0)));
    }

    @Test
    void ofWhatHasGoneSoManyAreKnownAsFit() {
        archive.close();
        try (EventFile file = EventFile.open(directory.resolve(EventFile.NAME).toString(), 16)) {
            GroupWriter writer = new GroupWriter(file, 100, 1);
            for (int second = 0; second < 30; second++) {
                Group group = new Group(file.maps(), file.terms(), options());
                for (int author = 0; author < 10; author++) {
                    Event version = event(author, T + second, 0, List.of(), "");
                    group.judge(Prepared.of(version, file.terms()), Guard.OPEN);
                }
                writer.write(group.overlay());
                assertEquals(Math.min(100, second * 10), file.maps().gone().sizeAsLong());
            }
        }
    }

    @Test
    void aDamagedFileIsReportedWithTheRemedy() throws IOException {
        archive.close();
        Files.write(
                directory.resolve(EventFile.NAME),
                "nothing of the kind ".repeat(1_000).getBytes(StandardCharsets.UTF_8));
        ArchiveException fault = assertThrows(ArchiveException.class, () -> open(options()));
        assertEquals(ArchiveException.Kind.DAMAGED, fault.kind());
        assertTrue(fault.getMessage().contains("sluice check --rebuild"), fault.getMessage());
    }

    @Test
    void aLargeGroupIsWrittenInTwoChunksItsRecordsAhead() throws Exception {
        archive.close();
        try (EventFile file = EventFile.open(directory.resolve(EventFile.NAME).toString(), 16)) {
            long version = file.store().getCurrentVersion();
            writeLargeGroup(file, "x".repeat(4_000));
            assertEquals(version + 1, file.store().getCurrentVersion());
            file.commit();
            assertEquals(version + 2, file.store().getCurrentVersion());
        }
    }

    @Test
    void aLargeGroupThatIsCutOffLeavesNothing() throws Exception {
        List<Event> before = TestEvents.unsignedNotes(100);
        keepAll(before);
        archive.close();
        EventFile file = EventFile.open(directory.resolve(EventFile.NAME).toString(), 16);
        writeLargeGroup(file, "cut off");
        file.store().closeImmediately();
        archive = open(options());
        assertEquals(100, archive.statistics().events());
        ArchiveReport report = ((MvEventArchive) archive).check(false, read -> {});
        assertTrue(
                report.details().stream().allMatch(fault -> fault.contains("does not verify")),
                () -> report.details().toString());
        assertEquals(before.reversed(), events(Filter.ALL, Order.NEWEST_FIRST));
        assertEquals(new Verdict.Stored(), keep(event(0, T, 1, List.of(List.of("t", "topic0")), "cut off")));
    }

    private void writeLargeGroup(EventFile file, String content) {
        Group group = new Group(file.maps(), file.terms(), options());
        for (int i = 0; i < WriteQueue.GROUP_EVENTS; i++) {
            Event event = event(i % 10, T + i, 1, List.of(List.of("t", "topic" + i)), content);
            group.judge(Prepared.of(event, file.terms()), Guard.OPEN);
        }
        new GroupWriter(file).write(group.overlay());
    }

    @Test
    void compactionShrinksTheFileAndKeepsAll() throws Exception {
        List<Event> events = TestEvents.unsignedNotes(4_000);
        for (int from = 0; from < events.size(); from += 40) {
            keepAll(events.subList(from, from + 40));
        }
        long before = archive.statistics().fileBytes();
        archive.compact();
        long after = archive.statistics().fileBytes();
        assertTrue(after < before, before + " -> " + after);
        assertEquals(events.reversed(), events(Filter.ALL, Order.NEWEST_FIRST));
    }
}
