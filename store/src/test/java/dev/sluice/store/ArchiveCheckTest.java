package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Order;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.TestEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ArchiveCheckTest {

    private static final ArchiveOptions OPTIONS = ArchiveOptions.DEFAULT.withCacheMegabytes(16);
    private static final CoverageKey KEY = new CoverageKey(EventArchiveContract.RELAY, "{}", "");
    private static final Coverage COVERAGE =
            new Coverage(Optional.of(new Coverage.Interval(0, TestEvents.EPOCH)), Optional.empty());

    @TempDir
    Path directory;

    private final Event profile = signed(0, List.of(), "profile");
    private final Event note = signed(1, List.of(List.of("t", "x"), List.of("expiration", "99999999999")), "note");

    private static Event signed(int kind, List<List<String>> tags, String content) {
        return TestEvents.signed(TestEvents.keyPair(1), TestEvents.EPOCH, kind, tags, content);
    }

    @BeforeEach
    void fill() throws Exception {
        try (MvEventArchive archive = MvEventArchive.open(directory, OPTIONS)) {
            archive.submit(new Write.Events(List.of(profile, note), Guard.OPEN, true))
                    .get();
            archive.submit(new Write.Progress(List.of(new CoverageEntry(KEY, COVERAGE)), List.of(), true))
                    .get();
        }
    }

    @Test
    void aSoundArchiveIsFoundSound() throws Exception {
        ArchiveReport report = check();
        assertTrue(report.isSound(), () -> report.details().toString());
        assertEquals(2, report.events());
        assertEquals(2, report.signatures());
    }

    @Test
    void aMissingIndexEntryIsFoundAndRebuilt() throws Exception {
        damage(maps -> maps.postings().remove(maps.postings().firstKey()));
        assertFault("lacks an entry of the inverted index");
        rebuildAndCheck(0);
    }

    @Test
    void anEntryTooManyIsFoundAndRebuilt() throws Exception {
        damage(maps -> maps.ids().put(new IdEntry(1, 77), Boolean.TRUE));
        assertFault("ids should have 2 entries and has 3");
        rebuildAndCheck(0);
    }

    @Test
    void aMissingHeadIsFoundAndRebuilt() throws Exception {
        damage(maps -> maps.heads().remove(maps.heads().firstKey()));
        assertFault("no or another head");
        rebuildAndCheck(0);
    }

    @Test
    void aRecordThatCantBeReadIsFoundAndLeftOut() throws Exception {
        damage(maps -> maps.records().put(maps.records().lastKey(), new byte[] {1, 2, 3}));
        assertFault("can't be read");
        rebuildAndCheck(1);
    }

    @Test
    void aForgedSignatureIsFound() throws Exception {
        try (MvEventArchive archive = MvEventArchive.open(directory, OPTIONS)) {
            Event forged = TestEvents.unsigned(5, TestEvents.EPOCH, 1, List.of(), "forged");
            archive.submit(new Write.Events(List.of(forged), Guard.OPEN, true)).get();
        }
        assertFault("its signature is wrong");
    }

    @Test
    void coverageOfTheFutureIsFound() throws Exception {
        Coverage future = new Coverage(Optional.of(new Coverage.Interval(0, 99_999_999_999L)), Optional.empty());
        damage(maps -> maps.coverage().put(CoverageRecord.key(KEY), future));
        assertFault("speaks of the future");
    }

    @Test
    void aRebuildThatWasCutOffBeforeTheSwapIsFinishedAtOpening() throws Exception {
        Files.move(directory.resolve(EventFile.NAME), directory.resolve(EventFile.NAME + ".rebuilt"));
        assertTrue(check().isSound());
    }

    private void damage(Consumer<Maps> change) {
        try (EventFile file = EventFile.open(directory.resolve(EventFile.NAME).toString(), 16)) {
            change.accept(file.maps());
            file.commit();
        }
    }

    private ArchiveReport check() throws Exception {
        AtomicLong progress = new AtomicLong();
        try (MvEventArchive archive = MvEventArchive.open(directory, OPTIONS)) {
            ArchiveReport report = archive.check(true, progress::set);
            assertEquals(report.events(), progress.get());
            return report;
        }
    }

    private void assertFault(String words) throws Exception {
        ArchiveReport report = check();
        assertFalse(report.isSound());
        assertTrue(
                report.details().toString().contains(words),
                () -> report.details().toString());
    }

    private void rebuildAndCheck(int lost) throws Exception {
        RebuildReport rebuilt = MvEventArchive.rebuild(directory, OPTIONS, read -> {});
        assertEquals(new RebuildReport(2 - lost, lost), rebuilt);
        assertTrue(Files.exists(directory.resolve(EventFile.NAME + ".before-rebuild")));
        ArchiveReport report = check();
        assertTrue(report.isSound(), () -> report.details().toString());
        try (EventArchive archive = MvEventArchive.open(directory, OPTIONS)) {
            Coverage kept = lost == 0 ? COVERAGE : Coverage.NONE;
            assertEquals(List.of(kept), archive.coverage(List.of(KEY)));
            assertEquals(
                    2 - lost,
                    EventArchiveContract.all(archive.events(Filter.ALL, Order.OLDEST_FIRST))
                            .size());
        }
    }

    @Test
    void theOldFileIsKeptByteForByte() throws IOException {
        byte[] before = Files.readAllBytes(directory.resolve(EventFile.NAME));
        RebuildReport report = MvEventArchive.rebuild(directory, OPTIONS, read -> {});
        assertEquals(2, report.events());
        byte[] kept = Files.readAllBytes(directory.resolve(EventFile.NAME + ".before-rebuild"));
        assertEquals(before.length, kept.length);
    }
}
