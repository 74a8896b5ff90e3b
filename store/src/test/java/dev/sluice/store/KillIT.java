package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageKey;
import dev.sluice.nostr.EventId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a writing process at points spread by what it has stored, and looks at what is left. */
@Tag("full")
class KillIT {

    static final CoverageKey KEY = new CoverageKey(EventArchiveContract.RELAY, "{}", "");

    private static final int KILLS = 10;

    @TempDir
    Path directory;

    @Test
    @Timeout(300)
    void aKilledProcessLeavesWholeGroupsAndAllThatItAcknowledged() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        int acknowledged = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            acknowledged = Math.max(acknowledged, writeAndKill(acknowledged, random.nextInt(1, 30)));
            acknowledged = verify(acknowledged, "after kill " + kill);
        }
    }

    /** Returns up to which number the process had acknowledged when it was killed. */
    private int writeAndKill(int from, int groups) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledWriter.class.getName(),
                        directory.toString(),
                        Integer.toString(from))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            int last = from;
            for (int group = 0; group < groups; group++) {
                last = Integer.parseInt(lines.readLine());
            }
            // Unlike that of the process, the handle's leaves the stream open, in which lines may wait.
            assertTrue(process.toHandle().destroyForcibly());
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = Integer.parseInt(line);
            }
            assertTrue(process.waitFor() != 0, "the process was killed");
            return last;
        }
    }

    /** Returns from which number to go on. */
    private int verify(int acknowledged, String label) throws Exception {
        try (MvEventArchive archive = MvEventArchive.open(directory, ArchiveOptions.DEFAULT.withCacheMegabytes(16))) {
            int events = (int) archive.statistics().events();
            assertEquals(0, events % KilledWriter.GROUP, label + ": " + events + " events are no whole groups");
            assertTrue(events >= acknowledged, label + ": " + events + " of " + acknowledged + " acknowledged");
            List<EventId> ids = IntStream.range(0, events)
                    .mapToObj(number -> KilledWriter.event(number).id())
                    .toList();
            assertTrue(archive.known(ids).stream().allMatch(Boolean::booleanValue), label + ": there is a gap");
            Coverage coverage = archive.coverage(List.of(KEY)).getFirst();
            long covered = coverage.complete().map(Coverage.Interval::to).orElse(0L);
            assertTrue(covered <= events, label + ": coverage " + covered + " is ahead of " + events);
            assertTrue(covered >= acknowledged, label + ": coverage " + covered + " of " + acknowledged);
            ArchiveReport report = archive.check(false, checked -> {});
            // The events' signatures are of nothing; everything else must be sound.
            assertEquals(report.signatures(), report.faults(), () -> label + ": " + report.details());
            return events;
        }
    }
}
