package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A mirror with {@code [grasp]}: from one announcement to the replies below the comments on its issues. */
@Timeout(180)
final class GitServiceIT {

    private static final KeyPair OWNER = key(1);
    private static final KeyPair MAINTAINER = key(2);
    private static final KeyPair OTHER = key(3);
    private static final String REPOSITORY = "30617:" + OWNER.publicKey().hex() + ":tool";

    @TempDir
    private Path folder;

    private static KeyPair key(int number) {
        byte[] secret = new byte[32];
        Arrays.fill(secret, (byte) number);
        return KeyPair.of(secret);
    }

    private static Event event(KeyPair author, int kind, String... tags) {
        return author.sign(
                1_700_000_000,
                kind,
                Stream.of(tags).map(tag -> List.of(tag.split(" "))).toList(),
                "");
    }

    private static Event announcement(KeyPair author, String clone, String relays, String... more) {
        String[] tags = Stream.concat(Stream.of("d tool", "clone " + clone, "relays " + relays), Stream.of(more))
                .toArray(String[]::new);
        return event(author, Kind.REPOSITORY, tags);
    }

    @Test
    void theRelaysThatRepositoriesNameAreMirroredForWhatBelongsToThem() throws Exception {
        Event issue = event(OTHER, Kind.ISSUE, "a " + REPOSITORY);
        Event comment = event(OTHER, Kind.COMMENT, "E " + issue.id(), "e " + issue.id());
        Event reply = event(OTHER, Kind.COMMENT, "e " + comment.id());
        Event state = event(OWNER, Kind.REPOSITORY_STATE, "d tool");
        Event ofMaintainer = event(MAINTAINER, Kind.REPOSITORY_STATE, "d tool");
        Event patch = event(OTHER, Kind.PATCH, "a " + REPOSITORY);
        Event stranger = event(OTHER, Kind.REPOSITORY_STATE, "d tool");
        Event orphan = event(OTHER, Kind.ISSUE, "a 30617:" + OTHER.publicKey().hex() + ":tool");
        load("b", issue, comment, reply, state, ofMaintainer, patch, stranger, orphan, event(OTHER, Kind.NOTE));
        try (Background second = serve("b")) {
            String relay = second.await("on (ws://.*)");
            Event owner = announcement(
                    OWNER,
                    "https://grasp.example/npub1/tool.git",
                    "wss://grasp.example ws://127.0.0.1:1 " + relay,
                    "maintainers " + MAINTAINER.publicKey().hex());
            Event maintainer = announcement(MAINTAINER, "ssh://git.example/tool.git", "ws://10.0.0.1");
            Event foreign = announcement(OTHER, "https://git.example/tool.git", "wss://git.example", "maintainers x");
            load("a", owner, maintainer, foreign, event(OTHER, Kind.NOTE));
            TreeSet<String> wanted = new TreeSet<>();
            for (Event event : List.of(owner, maintainer, issue, comment, reply, state, ofMaintainer, patch)) {
                wanted.add(Codec.encode(event));
            }
            try (Background first = serve("a");
                    Background mirror = mirror(first.await("on (ws://.*)"), relay)) {
                String served = mirror.await("serving on (ws://.*)");
                assertEquals(wanted, copied(served, wanted.size()));
                assertEquals(Exit.INTERRUPTED, mirror.stop());
                String end = "git: 2 repositories, 2 threads, 1 direct descendants; relays refused: 2";
                assertTrue(mirror.said().contains(end), mirror.said());
            }
        }
    }

    /** What is served there, once it is so much, or at the end of patience. */
    private TreeSet<String> copied(String url, int most) {
        TreeSet<String> copied = new TreeSet<>();
        for (int attempt = 0; attempt < 60 && copied.size() < most; attempt++) {
            String name = "copy" + attempt;
            CommandRun run = CommandRun.of(
                    "mirror", "--relay", url, "--filter", "{}", "--once", "--owned", "--data", data(name));
            assertEquals(Exit.DONE, run.exit(), run.err());
            CommandRun.of("export", "--data", data(name)).out().lines().forEach(copied::add);
        }
        return copied;
    }

    private Background mirror(String first, String second) throws Exception {
        Path file = folder.resolve("sluice.toml");
        Files.writeString(file, """
                [[relay]]
                url = "%s"
                owned = true

                [[relay]]
                url = "%s"
                owned = true

                [grasp]
                domain = "grasp.example"

                [serve]
                listen = "127.0.0.1:0"
                """.formatted(first, second));
        return new Background("mirror", "-c", file.toString(), "--data", data("mirror"));
    }

    @Test
    void anEndGoesNotWithIt() throws Exception {
        Path file = folder.resolve("sluice.toml");
        Files.writeString(file, "[grasp]\ndomain = \"grasp.example\"\n");
        CommandRun run = CommandRun.of("mirror", "-c", file.toString(), "--once", "--data", data("mirror"));
        assertEquals(Exit.USAGE, run.exit());
        assertTrue(run.err().contains("--once does not go with [grasp]"), run.err());
    }

    private Background serve(String name) {
        return new Background("serve", "--data", data(name), "--listen", "127.0.0.1:0");
    }

    private void load(String name, Event... events) {
        String lines = String.join("\n", Stream.of(events).map(Codec::encode).toList());
        CommandRun run = CommandRun.reading(lines, "import", "--data", data(name));
        assertEquals(Exit.DONE, run.exit(), run.err());
    }

    private String data(String name) {
        return folder.resolve(name).toString();
    }
}
