package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.sample.SampleEvents;
import dev.sluice.nostr.Codec;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a mirror while it runs and afterwards. */
@Timeout(60)
final class StatusIT {

    @TempDir
    private Path folder;

    @Test
    void aMirrorIsWatchedWhileItRunsAndKnownAfterwards() throws Exception {
        String source = folder.resolve("source").toString();
        String copy = folder.resolve("copy").toString();
        String events = SampleEvents.stream(5, 200).map(Codec::encode).collect(Collectors.joining("\n"));
        assertEquals(
                Exit.DONE,
                CommandRun.reading(events, "import", "--data", source).exit());
        assertEquals(Exit.USAGE, CommandRun.of("status", "--data", copy).exit());
        try (Background serve = new Background("serve", "--data", source, "--listen", "127.0.0.1:0")) {
            String url = serve.await("on (ws://.*)");
            try (Background mirror =
                    new Background("mirror", "--relay", url, "--owned", "--filter", "{}", "--data", copy)) {
                mirror.await("(the archive holds) 0");
                Awaitility.await()
                        .until(() -> CommandRun.of("query", "--count", "{}", "--data", copy)
                                .out()
                                .equals("200\n"));
                Awaitility.await()
                        .until(() -> CommandRun.of("status", "--json", "--data", copy)
                                .out()
                                .contains("\"complete\":1,"));

                CommandRun json = CommandRun.of("status", "--json", "--data", copy);
                assertEquals(Exit.DONE, json.exit(), json.err());
                assertEquals(1, json.lines().size());
                assertTrue(json.out().startsWith("{\"running\":true,"), json.out());
                assertTrue(
                        json.out().contains("\"relay\":\"" + url + "\",\"owned\":true,\"state\":\"LIVE\""), json.out());
                assertTrue(json.out().contains("\"held\":{\"LIVE\":1}"), json.out());
                assertTrue(json.out().contains("\"control_peers\":1"), json.out());

                CommandRun words = CommandRun.of("status", "--data", copy);
                assertTrue(words.out().contains("relays: 1, of which 1 live"), words.out());
                assertTrue(words.lines().stream().allMatch(line -> line.length() <= 100), words.out());

                // who serves has no relays of his own, and a client
                String other = CommandRun.of("status", "--data", source).out();
                assertTrue(other.contains(" 1 clients") && !other.contains("relays:"), other);

                try (Background watch = new Background("status", "--watch", "--data", copy)) {
                    Awaitility.await()
                            .until(() -> CommandRun.of("status", "--json", "--data", copy)
                                    .out()
                                    .contains("\"control_peers\":2"));
                    assertEquals(Exit.INTERRUPTED, watch.stop());
                    assertFalse(watch.said().contains("ended"), watch.said());
                }
                try (Background watch = new Background("status", "--watch", "--json", "--data", copy)) {
                    Awaitility.await()
                            .until(() -> CommandRun.of("status", "--json", "--data", copy)
                                    .out()
                                    .contains("\"control_peers\":2"));
                    assertEquals(Exit.INTERRUPTED, mirror.stop());
                    watch.await("the process has (ended); waiting for the next");
                    assertEquals(Exit.INTERRUPTED, watch.stop());
                }
            }
            CommandRun after = CommandRun.of("status", "--data", copy);
            assertEquals("nothing runs in " + copy, after.lines().get(0));
            assertTrue(
                    after.lines().stream().anyMatch(line -> line.startsWith(url) && line.contains("   1/1")),
                    after.out());
            assertTrue(
                    CommandRun.of("status", "--json", "--data", copy)
                            .out()
                            .contains("{\"relay\":\"" + url + "\",\"values\":1,\"complete\":1,\"last_met\":"),
                    after.out());
        }
    }
}
