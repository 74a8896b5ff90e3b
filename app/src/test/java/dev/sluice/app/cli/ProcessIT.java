package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.sample.SampleEvents;
import dev.sluice.nostr.Codec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class ProcessIT {

    private static final List<String> EVENTS =
            SampleEvents.stream(5, 300).map(Codec::encode).toList();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalEndsItCleanlyWithItsOwnExitCode(String signal) throws Exception {
        Path data = folder.resolve("a");
        load(data);
        try (Child serve = new Child(out(), "serve", "--data", data.toString(), "--listen", "127.0.0.1:0")) {
            assertTrue(serve.await("on (ws://.*)").startsWith("ws://127.0.0.1:"));
            serve.signal(signal);
            assertEquals(Exit.INTERRUPTED, serve.end());
        }
        assertEquals(
                "300\n",
                CommandRun.of("query", "--count", "{}", "--data", data.toString())
                        .out());
    }

    @Test
    void anImportThatWaitsForInputIsInterrupted() throws Exception {
        try (Child child =
                new Child(out(), "import", "--data", folder.resolve("a").toString())) {
            assertEquals("0", child.await("import +(0) events"));
            child.signal("TERM");
            assertEquals(Exit.INTERRUPTED, child.end());
        }
    }

    @Test
    void aReaderThatGoesAwayEndsItQuietly() throws Exception {
        Path data = folder.resolve("a");
        load(data);
        Path err = folder.resolve("err");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process shell = new ProcessBuilder(
                        "sh",
                        "-c",
                        "\"$0\" --enable-native-access=ALL-UNNAMED -cp \"$1\" dev.sluice.app.cli.Main query '{}' --data"
                                + " \"$2\" 2> \"$3\" | head -n 1",
                        java,
                        System.getProperty("java.class.path"),
                        data.toString(),
                        err.toString())
                .start();
        assertEquals(EVENTS.get(299) + "\n", new String(shell.getInputStream().readAllBytes(), "UTF-8"));
        assertEquals(0, shell.waitFor());
        assertEquals("", Files.readString(err));
    }

    private Path out() {
        return folder.resolve("out");
    }

    private static void load(Path data) {
        CommandRun run =
                CommandRun.reading(String.join("\n", EVENTS), "import", "--no-verify", "--data", data.toString());
        assertEquals(Exit.DONE, run.exit(), run.err());
    }
}
