package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.port.PortClient;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A mirror with {@code [grasp]} of three foreign relays: what belongs to accepted repositories is here, and nothing else. */
@Timeout(600)
final class GitCoverageIT {
    private static final List<String> PROFILES = List.of("nos.lol", "nostream", "rust-nostr");
    private static final long START = 1_700_000_000;

    /** Three ticks of five seconds, in which root, comment and reply are each watched for, and pages for what came between. */
    private static final Duration LATEST = Duration.ofSeconds(30);

    /** How long it may take at the pace of the relays until all is here. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final List<Integer> ports = new ArrayList<>();
    private final List<TreeSet<String>> held = List.of(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    private final TreeSet<String> wanted = new TreeSet<>();
    private long clock = START;

    private static KeyPair key(int number) {
        byte[] secret = new byte[32];
        Arrays.fill(secret, (byte) number);
        return KeyPair.of(secret);
    }

    @Test
    void allThatBelongsToRepositoriesIsHereAndNothingElse() throws Exception {
        assertCovers(60, List.of(), false);
    }

    /** Beside them are real events of repositories that name other services. */
    @Tag("full")
    @Test
    void thatHoldsForTwoThousandRepositories() throws Exception {
        String corpus = System.getProperty("sluice.corpus");
        assertNotNull(corpus, "the system property sluice.corpus names the folder of the test data");
        assertCovers(2_000, Files.readAllLines(Path.of(corpus, "nip34-events.jsonl")), true);
    }

    /**
     * @param others events that every relay holds and nobody wants
     * @param settled whether all is here before more is published; else some is still on its way
     */
    private void assertCovers(int repositories, List<String> others, boolean settled) throws Exception {
        for (int i = 0; i < PROFILES.size(); i++) {
            ports.add(freePort());
        }
        Event repository = repository(0);
        Event known = event(6, Kind.ISSUE, "a " + address(repository));
        want(0, known);
        for (int i = 1; i < repositories; i++) {
            repository(i);
        }
        for (int i = 0; i < PROFILES.size(); i++) {
            held.get(i).addAll(others);
            String lines = String.join("\n", held.get(i));
            assertEquals(
                    Exit.DONE,
                    CommandRun.reading(lines, "import", "--data", data(i + "")).exit());
        }
        try (Background one = serve(0);
                Background two = serve(1);
                Background three = serve(2)) {
            for (Background relay : List.of(one, two, three)) {
                assertTrue(relay.await("on (ws://.*)").startsWith("ws://"));
            }
            try (Background mirror = mirror()) {
                String served = mirror.await("serving on (ws://.*)");
                if (settled) {
                    assertEquals(wanted, copied(served, wanted.size()));
                }
                assertNewsArrive(repository, known, served);
                assertEquals(wanted, copied(served, wanted.size()));
                assertEquals(Exit.INTERRUPTED, mirror.stop());
            }
        }
    }

    /**
     * Once a repository is known, an issue, a comment on it, and a comment on that which names nothing else, are published
     * at once.
     */
    private void assertNewsArrive(Event repository, Event known, String served) throws Exception {
        clock = System.currentTimeMillis() / 1_000;
        Event issue = event(7, Kind.ISSUE, "a " + address(repository));
        Event comment = event(7, Kind.COMMENT, "E " + issue.id(), "e " + issue.id());
        Event reply = event(7, Kind.COMMENT, "e " + comment.id());
        List<Event> news = List.of(issue, comment, reply);
        try (PortClient reader = new PortClient(URI.create(served));
                PortClient writer = new PortClient(URI.create("ws://127.0.0.1:" + ports.get(0)))) {
            reader.send("[\"REQ\",\"known\",{\"ids\":[\"" + known.id() + "\"]}]");
            for (String text = reader.next(); !text.contains(known.id().hex()); ) {
                text = reader.next();
            }
            reader.send("[\"CLOSE\",\"known\"]");
            reader.send("[\"REQ\",\"news\",{\"ids\":[\"" + issue.id() + "\",\"" + comment.id() + "\",\"" + reply.id()
                    + "\"]}]");
            for (String text = reader.next(); !text.startsWith("[\"EOSE\",\"news\""); ) {
                text = reader.next();
            }
            long start = System.nanoTime();
            for (Event event : news) {
                writer.send("[\"EVENT\"," + Codec.encode(event) + "]");
                assertTrue(writer.next().startsWith("[\"OK\",\"" + event.id() + "\",true"));
                wanted.add(Codec.encode(event));
            }
            for (Event event : news) {
                assertTrue(reader.next().contains(event.id().hex()));
            }
            Duration passed = Duration.ofNanos(System.nanoTime() - start);
            assertTrue(passed.compareTo(LATEST) <= 0, "after " + passed);
        }
    }

    /** What belongs to it is on the two relays that it names, each event on one of them; what does not, beside it. */
    private Event repository(int number) {
        int first = number % 3;
        int second = (number + 1) % 3;
        int owner = 1 + number % 5;
        Event announcement = event(
                owner,
                Kind.REPOSITORY,
                "d tool-" + number,
                "clone https://grasp.example/tool-" + number + ".git",
                "relays wss://grasp.example " + url(first) + " " + url(second));
        Event issue = event(6, Kind.ISSUE, "a " + address(announcement));
        Event comment = event(7, Kind.COMMENT, "E " + issue.id(), "e " + issue.id());
        want(first, announcement);
        want(second, event(owner, Kind.REPOSITORY_STATE, "d tool-" + number));
        want(first, issue);
        want(second, event(7, Kind.PATCH, "a " + address(announcement)));
        want(second, comment);
        want(first, event(6, Kind.COMMENT, "e " + comment.id()));
        hold(first, event(8, Kind.REPOSITORY_STATE, "d tool-" + number));
        hold(second, event(8, Kind.ISSUE, "a 30617:" + key(8).publicKey().hex() + ":tool-" + number));
        hold(first, event(8, Kind.NOTE));
        return announcement;
    }

    private void want(int relay, Event event) {
        hold(relay, event);
        wanted.add(Codec.encode(event));
    }

    private void hold(int relay, Event event) {
        held.get(relay).add(Codec.encode(event));
    }

    private Event event(int author, int kind, String... tags) {
        return key(author)
                .sign(
                        clock++,
                        kind,
                        Stream.of(tags).map(tag -> List.of(tag.split(" "))).toList(),
                        "");
    }

    private static String address(Event event) {
        return event.coordinate().orElseThrow().toString();
    }

    private String url(int relay) {
        return "ws://127.0.0.1:" + ports.get(relay);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private Background serve(int relay) {
        return new Background(
                "serve",
                "--profile",
                PROFILES.get(relay),
                "--data",
                data(relay + ""),
                "--listen",
                "127.0.0.1:" + ports.get(relay));
    }

    private Background mirror() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < PROFILES.size(); i++) {
            text.append("[[relay]]\nurl = \"").append(url(i)).append("\"\nowned = true\n");
        }
        text.append("[grasp]\ndomain = \"grasp.example\"\n[serve]\nlisten = \"127.0.0.1:0\"\n");
        Path file = Files.writeString(folder.resolve("sluice.toml"), text);
        return new Background("mirror", "-c", file.toString(), "--data", data("mirror"));
    }

    /** What is served there, once it is so much, or at the end of patience. */
    private TreeSet<String> copied(String url, int most) {
        TreeSet<String> copied = new TreeSet<>();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (copied.size() < most && System.nanoTime() - end < 0) {
            String copy = data("copy");
            CommandRun run =
                    CommandRun.of("mirror", "--relay", url, "--filter", "{}", "--once", "--owned", "--data", copy);
            assertEquals(Exit.DONE, run.exit(), run.err());
            CommandRun.of("export", "--data", copy).out().lines().forEach(copied::add);
        }
        return copied;
    }

    private String data(String name) {
        return folder.resolve(name).toString();
    }
}
