package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.sample.SampleEvents;
import dev.sluice.nostr.Codec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive is copied whole, by itself and while another process works with it. */
@Timeout(60)
final class BackupIT {

    private static final List<String> BEFORE =
            SampleEvents.stream(5, 2_000).map(Codec::encode).toList();

    /** With other seeds: what comes in while the archive is copied. */
    private static final List<String> DURING =
            SampleEvents.stream(6, 6_000).map(Codec::encode).toList();

    private static final int PART = 200;

    @TempDir
    private Path folder;

    private String data = "";
    private String copy = "";

    @BeforeEach
    void load() {
        data = folder.resolve("a").toString();
        copy = folder.resolve("copy").toString();
        CommandRun run = CommandRun.reading(String.join("\n", BEFORE), "import", "--no-verify", "--data", data);
        assertEquals(Exit.DONE, run.exit(), run.err());
    }

    @Test
    void anArchiveThatNobodyUsesIsCopiedWhole() {
        CommandRun backup = CommandRun.of("backup", copy, "--data", data);
        assertEquals(Exit.DONE, backup.exit(), backup.err());
        assertTrue(backup.out().startsWith("2,000 events, "), backup.out());
        assertTrue(backup.err().contains("checked 2,000 of 2,000 events"), backup.err());
        assertSound();
        assertEquals(export(data), export(copy));
        CommandRun again = CommandRun.of("backup", copy, "--data", data);
        assertEquals(Exit.INCOMPLETE, again.exit());
        assertEquals("", again.out());
        assertTrue(again.err().contains(copy + " is there already"), again.err());
    }

    @Test
    void aBackupDuringALoadHoldsAllThatWasAcceptedBeforeAndNothingElse() throws Exception {
        try (Background mirror =
                new Background("mirror", "--relay", "ws://127.0.0.1:9", "--filter", "{}", "--data", data)) {
            mirror.await("(the archive holds) 2000");
            Awaitility.await().until(() -> Files.exists(folder.resolve("a").resolve("control")));
            AtomicBoolean copied = new AtomicBoolean();
            CompletableFuture<Integer> load = CompletableFuture.supplyAsync(() -> load(copied));
            Awaitility.await().until(() -> export(data).size() > BEFORE.size());
            List<String> accepted = export(data);
            CommandRun backup = CommandRun.of("backup", copy, "--data", data, "--json");
            copied.set(true);
            assertEquals(Exit.DONE, backup.exit(), backup.err());
            assertTrue(backup.out().contains("\"catalogue\":true"), backup.out());
            assertTrue(load.get(30, TimeUnit.SECONDS) > 1, "a load was on its way");
            assertSound();
            List<String> held = export(copy);
            assertTrue(backup.out().contains("\"events\":" + held.size() + ","), backup.out());
            assertTrue(new HashSet<>(held).containsAll(accepted), "what was accepted before is there");
            Set<String> all = new HashSet<>(export(data));
            assertTrue(all.size() > held.size(), "what came behind is not");
            assertTrue(all.containsAll(held), "nor anything else");
            assertEquals(Exit.INTERRUPTED, mirror.stop());
        }
        assertEquals(Exit.DONE, CommandRun.of("check", "--all", "--data", data).exit());
    }

    /** Imports part after part until the copy is made, and one more; tells how many. */
    private int load(AtomicBoolean copied) {
        int parts = 0;
        boolean last = false;
        for (int from = 0; !last && from < DURING.size(); from += PART) {
            last = copied.get() || from + 2 * PART > DURING.size() && waited(copied);
            String lines = String.join("\n", DURING.subList(from, from + PART));
            assertEquals(
                    Exit.DONE,
                    CommandRun.reading(lines, "import", "--data", data).exit());
            parts++;
        }
        return parts;
    }

    /** The last part is for after the copy. */
    private static boolean waited(AtomicBoolean copied) {
        Awaitility.await().untilTrue(copied);
        return true;
    }

    @Test
    void aProcessThatServesCopiesOrSaysWhyNot() throws Exception {
        try (Child serve = new Child(folder.resolve("out"), "serve", "--data", data, "--listen", "127.0.0.1:0")) {
            serve.await("serving (2000) events");
            CommandRun refused =
                    CommandRun.of("backup", folder.resolve("no/copy").toString(), "--data", data);
            assertEquals(Exit.INCOMPLETE, refused.exit());
            assertTrue(refused.err().contains("There is no directory " + folder.resolve("no")), refused.err());
            assertEquals(
                    Exit.DONE, CommandRun.of("backup", copy, "--data", data).exit());
            assertEquals(Exit.DONE, CommandRun.of("stop", "--data", data).exit());
            assertEquals(Exit.INTERRUPTED, serve.end());
        }
        assertFalse(Files.exists(folder.resolve("copy.unfinished")));
        assertSound();
        assertEquals(export(data), export(copy));
    }

    private void assertSound() {
        CommandRun check = CommandRun.of("check", "--all", "--data", copy);
        assertEquals(Exit.DONE, check.exit(), check.out() + check.err());
    }

    private static List<String> export(String data) {
        return CommandRun.of("export", "--data", data).lines();
    }
}
