package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.port.PortClient;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ServeProfileIT {

    @TempDir
    private Path folder;

    @Test
    void aPlayedRelaySaysInTheEndWhatItHadToRefuse() throws Exception {
        try (Child serve = new Child(
                folder.resolve("out"),
                "serve",
                "--profile",
                "wisp",
                "--data",
                folder.resolve("a").toString(),
                "--listen",
                "127.0.0.1:0")) {
            URI relay = URI.create(serve.await("on (ws://.*)"));
            try (PortClient client = new PortClient(relay)) {
                for (int i = 0; i < 20; i++) {
                    client.send("[\"REQ\",\"s" + i + "\",{\"kinds\":[1]}]");
                    assertEquals("[\"EOSE\",\"s" + i + "\"]", client.next());
                }
                client.send("[\"REQ\",\"x\",{\"kinds\":[1]}]");
                assertEquals("[\"CLOSED\",\"x\",\"error: too many subscriptions\"]", client.next());
            }
            serve.signal("TERM");
            assertEquals(
                    "SUBSCRIPTIONS 1; at most 21 subscriptions and 0 negentropy sessions on one connection",
                    serve.await("refused: (.*)"));
            assertEquals(Exit.INTERRUPTED, serve.end());
        }
    }

    @Test
    void aProfileThatNobodyKnowsIsAUsageError() {
        CommandRun run = CommandRun.of("serve", "--profile", "nobody");

        assertEquals(Exit.USAGE, run.exit());
        assertTrue(run.err().contains("'nobody' is none of chorus, damus, grain, khatru"), run.err());
    }
}
