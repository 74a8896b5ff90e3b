package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.port.PortClient;
import dev.sluice.app.sample.SampleEvents;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A mirror that is killed again and again, at moments spread by what it has stored. */
@Tag("full")
@Timeout(600)
final class MirrorKillIT {

    private static final int KILLS = 10;
    private static final int PAGE = 500;
    private static final List<Event> EVENTS = SampleEvents.stream(13, 6_000).toList();
    private static final Pattern NUMBER = Pattern.compile("\"count\":(\\d+)");

    @TempDir
    private Path folder;

    @Test
    void killedTenTimesItGoesOnWhereItStoodAndEndsWithTheSameSet() throws Exception {
        String input = String.join("\n", EVENTS.stream().map(Codec::encode).toList());
        CommandRun.reading(input, "import", "--no-verify", "--data", data("a"));
        try (Background serve = new Background("serve", "--data", data("a"), "--listen", "127.0.0.1:0")) {
            String url = serve.await("on (ws://.*)");
            long held = 0;
            for (int kill = 1; kill <= KILLS; kill++) {
                held = runUntil(url, held, kill * EVENTS.size() / (KILLS + 1));
            }
            CommandRun last =
                    CommandRun.of("mirror", "--relay", url, "--filter", "{}", "--once", "--json", "--data", data("b"));
            assertEquals(Exit.DONE, last.exit(), last.err());
            long received = number(Pattern.compile("\"received\":(\\d+)"), last.out());
            assertTrue(
                    received <= EVENTS.size() - held + 2 * PAGE,
                    "held " + held + ", asked again for " + received + " of " + EVENTS.size());
        }
        assertEquals(input + "\n", CommandRun.of("export", "--data", data("b")).out());
    }

    /** Kills the mirror once it holds so many events; what the archive then holds. */
    private long runUntil(String url, long before, long target) throws Exception {
        long counted;
        try (Child mirror = new Child(
                folder.resolve("out"),
                "mirror",
                "--relay",
                url,
                "--filter",
                "{}",
                "--throttle",
                "400",
                "--serve",
                "127.0.0.1:0",
                "--data",
                data("b"))) {
            String copy = mirror.await("serving on (ws://.*)");
            assertEquals(before, Long.parseLong(mirror.await("the archive holds (\\d+) events")));
            counted = awaitCount(copy, target);
            mirror.signal("KILL");
            mirror.end();
        }
        return heldAfterKill(counted);
    }

    private static long awaitCount(String url, long target) throws InterruptedException {
        try (PortClient client = new PortClient(URI.create(url))) {
            long count = 0;
            while (count < target) {
                client.send("[\"COUNT\",\"c\",{}]");
                count = number(NUMBER, client.next());
            }
            return count;
        }
    }

    private long heldAfterKill(long counted) throws InterruptedException {
        try (MvEventArchive archive = MvEventArchive.open(folder.resolve("b"), ArchiveOptions.DEFAULT)) {
            long held = archive.statistics().events();
            assertTrue(held >= counted, "counted " + counted + " before the kill, holds " + held);
            Scan<CoverageEntry> scan = archive.allCoverage();
            for (List<CoverageEntry> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
                for (CoverageEntry entry : slice) {
                    assertCovered(archive, entry.coverage());
                }
            }
            return held;
        }
    }

    /** Coverage is never ahead of data. */
    private static void assertCovered(MvEventArchive archive, Coverage coverage) throws InterruptedException {
        List<EventId> covered = EVENTS.stream()
                .filter(event -> covers(coverage, event.createdAt()))
                .map(Event::id)
                .toList();
        List<Boolean> known = archive.known(covered);
        assertEquals(
                List.of(),
                covered.stream().filter(id -> !known.get(covered.indexOf(id))).toList());
    }

    private static boolean covers(Coverage coverage, long second) {
        boolean complete = coverage.complete()
                .filter(interval -> interval.from() <= second && second <= interval.to())
                .isPresent();
        boolean walked = coverage.walk()
                .filter(walk -> walk.cursor() <= second && second <= walk.start())
                .isPresent();
        return complete || walked;
    }

    private static long number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertTrue(matcher.find(), text);
        return Long.parseLong(matcher.group(1));
    }

    private String data(String name) {
        return folder.resolve(name).toString();
    }
}
