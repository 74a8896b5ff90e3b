package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a failure of power leaves: writes that were not synced may be lost, torn and out of order. Each round goes on with
 * the file that the round before left.
 */
class PowerFailureTest {

    private static final CoverageKey KEY =
            new CoverageKey(RelayUrl.parse("wss://relay.example").orElseThrow(), "{}", "");

    @Test
    @Timeout(60)
    void noAcknowledgedEventIsLostAndCoverageIsNeverAheadOfData() throws Exception {
        crash(20_261_130L, 12);
    }

    @Test
    @Tag("full")
    @Timeout(1_200)
    void noAcknowledgedEventIsLostInHundredsOfFailures() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            crash(seed, 25);
        }
    }

    private static void crash(long seed, int rounds) throws Exception {
        UnreliablePath.register();
        SplittableRandom random = new SplittableRandom(seed);
        List<Event> submitted = new ArrayList<>();
        List<EventId> acknowledged = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            String label = "seed " + seed + ", round " + round;
            String disk = seed + "/" + round;
            try (Round played = new Round(disk, random, submitted, acknowledged)) {
                played.verify(label);
                played.play(10 + random.nextInt(120));
            }
            UnreliableDisk.named(disk).crashTo(seed + "/" + (round + 1), random);
            UnreliableDisk.forget(disk);
        }
        try (Round last = new Round(seed + "/" + rounds, random, submitted, acknowledged)) {
            last.verify("seed " + seed + ", at the end");
        }
        assertTrue(acknowledged.size() > rounds, "seed " + seed + ": the rounds acknowledged " + acknowledged.size());
        UnreliableDisk.forget(seed + "/" + rounds);
    }

    /** One life of the archive, from one failure to the next. */
    private static final class Round implements AutoCloseable {

        private final UnreliableDisk disk;
        private final SplittableRandom random;
        private final List<Event> submitted;
        private final List<EventId> acknowledged;
        private final MvEventArchive archive;

        Round(String name, SplittableRandom random, List<Event> submitted, List<EventId> acknowledged) {
            this.disk = UnreliableDisk.named(name);
            this.random = random;
            this.submitted = submitted;
            this.acknowledged = acknowledged;
            this.archive =
                    MvEventArchive.open(UnreliablePath.name(name), null, ArchiveOptions.DEFAULT.withCacheMegabytes(16));
        }

        void verify(String label) throws Exception {
            List<Boolean> held = archive.known(acknowledged);
            assertTrue(held.stream().allMatch(Boolean::booleanValue), label + ": an acknowledged event is missing");
            Optional<Coverage.Interval> complete =
                    archive.coverage(List.of(KEY)).getFirst().complete();
            int covered = complete.map(interval -> (int) interval.to()).orElse(0);
            List<EventId> claimed =
                    submitted.subList(0, covered).stream().map(Event::id).toList();
            assertTrue(archive.known(claimed).stream().allMatch(Boolean::booleanValue), label + ": coverage is ahead");
            forgetLost();
        }

        /** What was not acknowledged may be lost, and coverage must not speak of it any more. */
        private void forgetLost() throws InterruptedException {
            List<Boolean> held = archive.known(submitted.stream().map(Event::id).toList());
            List<Event> left = IntStream.range(0, held.size())
                    .filter(held::get)
                    .mapToObj(submitted::get)
                    .toList();
            submitted.clear();
            submitted.addAll(left);
        }

        /** Writes until the power fails. */
        void play(int changes) throws Exception {
            disk.failAfter(changes);
            try {
                while (!disk.isDead()) {
                    write();
                }
            } catch (ArchiveException e) {
                assertEquals(ArchiveException.Kind.IO, e.kind());
            }
        }

        private void write() throws Exception {
            List<Event> events = new ArrayList<>();
            for (int i = random.nextInt(1, 40); i > 0; i--) {
                long createdAt = TestEvents.EPOCH + submitted.size();
                String content = "x".repeat(random.nextInt(200));
                events.add(
                        TestEvents.unsigned(random.nextInt(9), createdAt, 1, List.of(), content + random.nextLong()));
            }
            submitted.addAll(events);
            boolean urgent = random.nextInt(4) > 0;
            var stored = archive.submit(new Write.Events(events, Guard.OPEN, urgent))
                    .thenAccept(verdicts -> acknowledge(events, verdicts));
            Coverage.Interval interval = new Coverage.Interval(0, submitted.size());
            Coverage coverage = new Coverage(Optional.of(interval), Optional.empty());
            CompletableFuture<List<Verdict>> progress =
                    archive.submit(new Write.Progress(List.of(new CoverageEntry(KEY, coverage)), List.of(), urgent));
            if (urgent) {
                CompletableFuture<Void> both = stored.thenCombine(progress, (done, verdicts) -> done);
                both.exceptionally(fault -> null).join();
            }
            if (random.nextInt(8) == 0) {
                archive.compact();
            }
        }

        private void acknowledge(List<Event> events, List<Verdict> verdicts) {
            if (verdicts.stream().anyMatch(verdict -> !(verdict instanceof Verdict.Stored))) {
                throw new IllegalStateException("not stored: " + verdicts);
            }
            events.forEach(event -> acknowledged.add(event.id()));
        }

        @Override
        public void close() {
            try {
                archive.close();
            } catch (RuntimeException e) {
                // the disk is gone: what counts is what the next round finds
                assertTrue(disk.isDead(), e::toString);
            }
        }
    }
}
