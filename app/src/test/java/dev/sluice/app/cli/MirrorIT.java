package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.sample.SampleEvents;
import dev.sluice.nostr.Codec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class MirrorIT {

    private static final List<String> EVENTS =
            SampleEvents.stream(11, 1_200).map(Codec::encode).toList();

    @TempDir
    private Path folder;

    @Test
    void aMirrorOfAServedArchiveExportsTheSameBytes() throws Exception {
        load("a", EVENTS);
        try (Background serve = serve("a")) {
            CommandRun mirror = CommandRun.of(
                    "mirror",
                    "--relay",
                    serve.await("on (ws://.*)"),
                    "--filter",
                    "{}",
                    "--once",
                    "--owned",
                    "--json",
                    "--data",
                    data("b"));
            assertEquals(Exit.DONE, mirror.exit(), mirror.err());
            assertTrue(
                    mirror.out().startsWith("{\"events\":1200,\"complete\":true,\"relays\":[{\"relay\":\"ws://"),
                    mirror.out());
            assertTrue(mirror.out().endsWith("\"walks\":[{\"filter\":{},\"end\":\"DRAINED\"}]}]}\n"), mirror.out());
            assertEquals(Exit.INTERRUPTED, serve.stop());
        }
        assertEquals(export("a"), export("b"));
    }

    @Test
    void aSecondRunAsksOnlyForWhatIsNew() throws Exception {
        load("a", EVENTS.subList(0, 1_000));
        try (Background serve = serve("a")) {
            String url = serve.await("on (ws://.*)");
            mirrorOnce(url, "b");
            CommandRun again = mirrorOnce(url, "b");
            assertTrue(again.err().contains("the archive holds 1000 events"), again.err());
            assertTrue(again.out().contains("\"stored\":0,"), again.out());
        }
    }

    /** Slow: it dials four times, ever later. */
    @Test
    @Tag("full")
    void aRelayThatIsNotThereIsIncompleteWork() throws Exception {
        CommandRun run = CommandRun.of(
                "mirror", "--relay", "ws://127.0.0.1:1", "--filter", "{}", "--once", "--owned", "--data", data("b"));
        assertEquals(Exit.INCOMPLETE, run.exit());
        assertTrue(run.out().contains("UNREACHABLE  {}"), run.out());
    }

    @Test
    void aMirrorServesWhatItMirrorsMeanwhile() throws Exception {
        load("a", EVENTS.subList(0, 300));
        try (Background serve = serve("a");
                Background mirror = new Background(
                        "mirror",
                        "--relay",
                        serve.await("on (ws://.*)"),
                        "--filter",
                        "{}",
                        "--owned",
                        "--serve",
                        "127.0.0.1:0",
                        "--data",
                        data("b"))) {
            String second = mirror.await("serving on (ws://.*)");
            assertEquals("1", mirror.await("history (1) of 1 ended"));
            mirrorOnce(second, "c");
        }
        assertEquals(export("a"), export("c"));
    }

    @Test
    void theArchiveInUseIsNamedWithItsHolder() throws Exception {
        load("a", EVENTS.subList(0, 10));
        try (Background serve = serve("a")) {
            serve.await("on (ws://.*)");
            CommandRun run = CommandRun.of("check", "--data", data("a"));
            assertEquals(Exit.ARCHIVE, run.exit(), run.err());
            assertTrue(run.err().contains(Long.toString(ProcessHandle.current().pid())), run.err());
        }
    }

    @Test
    void aFileThatIsNoArchiveIsDamage() throws Exception {
        load("a", EVENTS.subList(0, 10));
        Files.writeString(folder.resolve("a").resolve("events.mv"), "this is no archive\n".repeat(1_000));
        CommandRun run = CommandRun.of("query", "{}", "--data", data("a"));
        assertEquals(Exit.ARCHIVE, run.exit(), run.err());
    }

    @Test
    void theQuickstartRunsTwice() throws Exception {
        CommandRun first = CommandRun.of("quickstart", "--json", "--data", data("q"));
        assertEquals(Exit.DONE, first.exit(), first.err());
        assertTrue(first.out().endsWith("\"history\":\"DRAINED\",\"live\":true,\"events\":2001}\n"), first.out());
        CommandRun second = CommandRun.of("quickstart", "--json", "--data", data("q"));
        assertEquals(Exit.DONE, second.exit(), second.err());
        assertTrue(second.err().contains("holds 2001 events already"), second.err());
        assertTrue(second.out().endsWith("\"live\":true,\"events\":2002}\n"), second.out());
    }

    @Test
    void aServedRelayIsInspected() throws Exception {
        load("a", EVENTS.subList(0, 10));
        try (Background serve = serve("a")) {
            CommandRun run = CommandRun.of("inspect", serve.await("on (ws://.*)"), "--json");
            assertEquals(Exit.DONE, run.exit(), run.err());
            assertTrue(run.out().contains("\"information\":{\"name\":\"Sluice\""), run.out());
            assertTrue(run.out().contains("\"budgets\":{\"subscriptions\":500,"), run.out());
        }
        assertEquals(
                Exit.INCOMPLETE, CommandRun.of("inspect", "ws://127.0.0.1:1").exit());
    }

    @Test
    void aCatalogueThatCanNotBeOpenedDoesNotEndAMirror() throws Exception {
        load("a", EVENTS.subList(0, 100));
        Files.createDirectories(folder.resolve("b").resolve("catalogue.mv.db").resolve("in-the-way"));
        Files.createDirectories(
                folder.resolve("b").resolve("catalogue.mv.db.aside").resolve("in-the-way"));
        try (Background serve = serve("a")) {
            mirrorOnce(serve.await("on (ws://.*)"), "b");
        }
        assertEquals(export("a"), export("b"));
    }

    @Test
    void theConsoleOpensBesideTheArchive() throws Exception {
        load("a", EVENTS.subList(0, 10));
        try (Background console = new Background("console", "--port", "0", "--data", data("a"))) {
            assertEquals(200, status(console.await("H2 console: (http://.*)")));
            assertFalse(console.await("password (.*)").isBlank());
            assertEquals(Exit.INTERRUPTED, console.stop());
        }
        try (Background serve =
                new Background("serve", "--console", "0", "--data", data("a"), "--listen", "127.0.0.1:0")) {
            assertEquals(200, status(serve.await("H2 console: (http://.*)")));
            assertTrue(serve.await("on (ws://.*)").startsWith("ws://127.0.0.1:"));
        }
    }

    private static int status(String url) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private CommandRun mirrorOnce(String url, String name) {
        CommandRun run = CommandRun.of(
                "mirror", "--relay", url, "--filter", "{}", "--once", "--owned", "--json", "--data", data(name));
        assertEquals(Exit.DONE, run.exit(), run.err());
        return run;
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
