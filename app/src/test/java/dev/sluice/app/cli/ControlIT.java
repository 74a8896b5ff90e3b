package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.control.ControlClient;
import dev.sluice.app.sample.SampleEvents;
import dev.sluice.nostr.Codec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands reach the process that holds an archive, and do there what they do by themselves. */
@Timeout(60)
final class ControlIT {

    private static final List<String> EVENTS =
            SampleEvents.stream(5, 3_000).map(Codec::encode).toList();

    /** With another seed, and lines that are no events. */
    private static final String MORE = Stream.concat(
                    SampleEvents.stream(6, 50).map(Codec::encode),
                    Stream.of(
                            "",
                            "no event",
                            "{\"id\":1}",
                            EVENTS.get(7),
                            EVENTS.get(8).replace("\"kind\":", "\"kind\":7")))
            .reduce("", (all, line) -> all + line + "\n");

    @TempDir
    private Path folder;

    private String data = "";

    @BeforeEach
    void load() {
        data = folder.resolve("a").toString();
        CommandRun run = CommandRun.reading(String.join("\n", EVENTS), "import", "--no-verify", "--data", data);
        assertEquals(Exit.DONE, run.exit(), run.err());
    }

    @Test
    void readersGetTheSameBytesFromAProcessThatServes() throws Exception {
        List<String[]> asked = List.of(
                new String[] {"export", "--data", data},
                new String[] {"export", "--data", data, "--filter", "{\"kinds\":[1],\"limit\":7}"},
                new String[] {"query", "--data", data, "{}"},
                new String[] {"query", "--data", data, "{\"kinds\":[1621,1617],\"limit\":20}"},
                new String[] {"query", "--data", data, "--count", "{\"kinds\":[1]}"},
                new String[] {"query", "--data", data, "--json", "{\"ids\":[]}"},
                new String[] {"plan", "--data", data, "--json"});
        List<CommandRun> alone = asked.stream().map(CommandRun::of).toList();
        assertEquals(3_000, alone.get(0).lines().size());
        try (Child serve = serve()) {
            for (int i = 0; i < asked.size(); i++) {
                CommandRun through = CommandRun.of(asked.get(i));
                assertEquals(Exit.DONE, through.exit(), through.err());
                assertEquals(alone.get(i).out(), through.out(), String.join(" ", asked.get(i)));
            }
            assertEquals(Exit.ARCHIVE, CommandRun.of("check", "--data", data).exit());
            CommandRun sync = CommandRun.of("sync", "ws://127.0.0.1:9", "--data", data);
            assertEquals(Exit.ARCHIVE, sync.exit());
            assertTrue(sync.err().contains("end it first: sluice stop --data " + data), sync.err());
            assertEquals(Exit.DONE, CommandRun.of("stop", "--data", data).exit());
            assertEquals(Exit.INTERRUPTED, serve.end());
        }
        assertFalse(Files.exists(folder.resolve("a").resolve("control")));
        assertEquals(Exit.DONE, CommandRun.of("check", "--data", data).exit());
        assertTrue(CommandRun.of("stop", "--data", data).err().startsWith("nothing runs in "));
    }

    @Test
    void anImportIsVerifiedAndSummedUpAlike() throws Exception {
        Path copy = folder.resolve("b");
        Files.createDirectories(copy);
        Files.copy(folder.resolve("a").resolve("events.mv"), copy.resolve("events.mv"));
        CommandRun alone = CommandRun.reading(MORE, "import", "--json", "--show-refused", "--data", copy.toString());
        try (Child serve = serve()) {
            CommandRun through = CommandRun.reading(MORE, "import", "--json", "--show-refused", "--data", data);
            assertEquals(alone.exit(), through.exit());
            assertEquals(alone.out(), through.out());
            assertTrue(alone.out().contains("\"stored\":50,\"duplicate\":1"), alone.out());
            assertEquals(shown(alone), shown(through));
            assertEquals(3, shown(through).size());
            CommandRun words = CommandRun.reading(MORE, "import", "--data", data);
            assertEquals(
                    CommandRun.reading(MORE, "import", "--data", copy.toString())
                            .out(),
                    words.out());
            assertEquals(
                    CommandRun.of("export", "--data", copy.toString()).out(),
                    CommandRun.of("export", "--data", data).out());
            serve.signal("TERM");
            assertEquals(Exit.INTERRUPTED, serve.end());
        }
    }

    private static List<String> shown(CommandRun run) {
        return run.err().lines().filter(line -> line.startsWith("line ")).toList();
    }

    @Test
    void aHolderThatDiesInTheMiddleOfAnExportIsAnErrorInWords() throws Exception {
        Path out = folder.resolve("export");
        try (Child serve = serve();
                ControlClient other = ControlClient.connect(folder.resolve("a")).orElseThrow()) {
            Process slow = new ProcessBuilder(
                            "sh",
                            "-c",
                            "\"$0\" --enable-native-access=ALL-UNNAMED -cp \"$1\""
                                    + " dev.sluice.app.cli.Main export --data \"$2\" 2> \"$3\"; echo $? >> \"$3\"",
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            System.getProperty("java.class.path"),
                            data,
                            out.toString())
                    .start();
            // its reader takes a little and then waits, until the other process is gone
            assertTrue(slow.getInputStream().readNBytes(1_000).length == 1_000);
            serve.signal("KILL");
            serve.end();
            slow.getInputStream().readAllBytes();
            slow.waitFor();
            List<String> said = Files.readAllLines(out);
            assertEquals("1", said.get(said.size() - 1), said.toString());
            assertTrue(said.toString().contains("has ended before it had answered"), said.toString());
            String gone = assertThrows(IOException.class, other::answer).getMessage();
            assertTrue(gone.contains("has ended before it had answered"), gone);
        }
        assertTrue(Files.exists(folder.resolve("a").resolve("control")), "it was killed");
        // what it left behind hinders nobody
        assertEquals(
                "3000\n",
                CommandRun.of("query", "--count", "{}", "--data", data).out());
    }

    @Test
    void aMirrorIsStoppedInOrder() throws Exception {
        try (Background mirror =
                new Background("mirror", "--relay", "ws://127.0.0.1:9", "--filter", "{}", "--data", data)) {
            mirror.await("(the archive holds) 3000");
            Awaitility.await().until(() -> Files.exists(folder.resolve("a").resolve("control")));
            assertEquals(
                    "3000\n",
                    CommandRun.of("query", "--count", "{}", "--data", data).out());
            assertEquals(Exit.DONE, CommandRun.of("stop", "--data", data).exit());
            assertEquals(Exit.INTERRUPTED, mirror.stop());
        }
    }

    private Child serve() throws IOException {
        Child serve = new Child(folder.resolve("out"), "serve", "--data", data, "--listen", "127.0.0.1:0");
        serve.await("serving (3000|3050) events");
        return serve;
    }
}
