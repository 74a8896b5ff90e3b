package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main job on real events. */
@Tag("corpus")
@Timeout(300)
final class CorpusIT {

    private static final Pattern NUMBER = Pattern.compile(":(\\d+)");

    @TempDir
    private Path folder;

    @Test
    void everyRealEventIsAccountedForAndTheSetDoesNotDependOnTheOrder() throws IOException {
        List<String> lines = realEvents();
        CommandRun first = load("a", lines);
        assertEquals(lines.size(), sum(first.out()));
        assertTrue(
                first.out()
                        .endsWith("\"refused\":{\"a tag holds a number\":1,\"a tag holds null\":1,"
                                + "\"only its author may publish it (NIP-70)\":1}}\n"),
                first.out());
        String export = export("a");
        assertEquals(12_030, export.lines().count(), 60);
        for (int seed = 1; seed <= 2; seed++) {
            Collections.shuffle(lines, new Random(seed));
            assertEquals(lines.size(), sum(load("shuffled" + seed, lines).out()));
            assertEquals(export, export("shuffled" + seed), "seed " + seed);
        }
    }

    @Test
    void aMirrorOfServedRealEventsExportsTheSameBytes() throws Exception {
        load("a", realEvents());
        mirror("a", "b", "--owned");
        assertEquals(export("a"), export("b"));
    }

    @Test
    void aMirrorAtTheDefaultPaceExportsTheSameBytes() throws Exception {
        load("a", Files.readAllLines(corpus().resolve("nip34-events.jsonl")));
        mirror("a", "b");
        assertEquals(export("a"), export("b"));
    }

    private void mirror(String from, String to, String... more) throws Exception {
        try (Background serve = new Background("serve", "--data", data(from), "--listen", "127.0.0.1:0")) {
            List<String> args = new ArrayList<>(List.of(
                    "mirror", "--relay", serve.await("on (ws://.*)"), "--filter", "{}", "--once", "--data", data(to)));
            args.addAll(List.of(more));
            CommandRun run = CommandRun.of(args.toArray(String[]::new));
            assertEquals(Exit.DONE, run.exit(), run.err());
        }
    }

    private CommandRun load(String name, List<String> lines) {
        CommandRun run = CommandRun.reading(String.join("\n", lines), "import", "--json", "--data", data(name));
        assertEquals(Exit.DONE, run.exit(), run.err());
        return run;
    }

    private String export(String name) {
        return CommandRun.of("export", "--data", data(name)).out();
    }

    private String data(String name) {
        return folder.resolve(name).toString();
    }

    private static long sum(String json) {
        Matcher matcher = NUMBER.matcher(json);
        long sum = 0;
        while (matcher.find()) {
            sum += Long.parseLong(matcher.group(1));
        }
        return sum;
    }

    private static List<String> realEvents() throws IOException {
        Path file = corpus().resolve("real-events.jsonl.gz");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return new ArrayList<>(reader.lines().toList());
        }
    }

    private static Path corpus() {
        String corpus = System.getProperty("sluice.corpus");
        assertNotNull(corpus, "the system property sluice.corpus names the folder of the test data");
        return Path.of(corpus);
    }
}
