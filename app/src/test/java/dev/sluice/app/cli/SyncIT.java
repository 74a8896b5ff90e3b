package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.sample.SampleEvents;
import dev.sluice.nostr.Codec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class SyncIT {

    private static final List<String> EVENTS =
            SampleEvents.stream(17, 1_200).map(Codec::encode).toList();

    @TempDir
    private Path folder;

    @Test
    void twoArchivesAreEqualAfterASyncOfBothWays() throws Exception {
        load("a", EVENTS.subList(0, 1_190));
        load("b", EVENTS.subList(10, 1_200));
        try (Background serve = serve("a")) {
            String url = serve.await("on (ws://.*)");

            CommandRun first = CommandRun.of("sync", url, "--dir", "both", "--owned", "--json", "--data", data("b"));
            CommandRun second = CommandRun.of("sync", url, "--dir", "BOTH", "--owned", "--json", "--data", data("b"));

            assertEquals(Exit.DONE, first.exit(), first.err());
            assertTrue(
                    first.out().startsWith("{\"have\":10,\"need\":10,\"downloaded\":10,\"uploaded\":10,"), first.out());
            assertTrue(first.out().endsWith("\"complete\":true,\"reason\":\"\"}\n"), first.out());
            assertTrue(
                    second.out().startsWith("{\"have\":0,\"need\":0,\"downloaded\":0,\"uploaded\":0,"), second.out());
        }
        assertEquals(export("a"), export("b"));
    }

    @Test
    void missingIdsArePrintedAndNothingMoves() throws Exception {
        load("a", EVENTS.subList(0, 1_000));
        load("b", EVENTS.subList(5, 1_003));
        try (Background serve = serve("a")) {
            CommandRun run = CommandRun.of(
                    "sync", serve.await("on (ws://.*)"), "--dir", "none", "--print-missing", "--data", data("b"));

            assertEquals(Exit.DONE, run.exit(), run.err());
            assertEquals(
                    5,
                    run.out()
                            .lines()
                            .filter(line -> line.matches("need [0-9a-f]{64}"))
                            .count());
            assertEquals(
                    3,
                    run.out()
                            .lines()
                            .filter(line -> line.matches("have [0-9a-f]{64}"))
                            .count());
            assertEquals(8, run.out().lines().count());
            assertTrue(run.err().contains("0 downloaded, 0 uploaded"), run.err());
        }
    }

    @Test
    void aRelayThatIsNotThereIsIncompleteWork() {
        CommandRun run = CommandRun.of("sync", "ws://127.0.0.1:1", "--data", data("b"));

        assertEquals(Exit.INCOMPLETE, run.exit());
        assertTrue(run.out().contains("incomplete: no connection: "), run.out());
    }

    @Test
    void wrongUseIsSaid() {
        for (String[] wrong : new String[][] {
            {"sync"},
            {"sync", "ws://127.0.0.1:1", "--dir", "sideways"},
            {"sync", "ws://127.0.0.1:1", "--frame-size", "100"},
            {"sync", "ws://127.0.0.1:1", "--timeout", "0"},
            {"sync", "ws://127.0.0.1:1", "--filter", "{\"limit\":3}"},
        }) {
            CommandRun run = CommandRun.of(wrong);
            assertEquals(Exit.USAGE, run.exit(), String.join(" ", wrong));
            assertFalse(run.err().isBlank());
        }
    }

    @Test
    void anInterruptStopsInOrderAndTheNextRunDoesTheRest() throws Exception {
        load("a", SampleEvents.stream(18, 6_000).map(Codec::encode).toList());
        try (Background serve = serve("a")) {
            String url = serve.await("on (ws://.*)");
            // a relay of somebody else: a request a second, so there is time to stop
            try (Background sync = new Background("sync", url, "--data", data("b"))) {
                sync.await("(downloading|reconciled)");
                assertEquals(Exit.INTERRUPTED, sync.stop(), sync::said);
            }
            CommandRun rest = CommandRun.of("sync", url, "--owned", "--data", data("b"));
            assertEquals(Exit.DONE, rest.exit(), rest.err());
        }
        assertEquals(export("a"), export("b"));
    }

    private Background serve(String name) {
        return new Background("serve", "--data", data(name), "--listen", "127.0.0.1:0");
    }

    private void load(String name, List<String> events) {
        CommandRun run = CommandRun.reading(String.join("\n", events), "import", "--no-verify", "--data", data(name));
        assertEquals(Exit.DONE, run.exit(), run.err());
    }

    private String export(String name) {
        return CommandRun.of("export", "--data", data(name)).out();
    }

    private String data(String name) {
        return folder.resolve(name).toString();
    }
}
