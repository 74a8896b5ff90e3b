package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.sample.SampleEvents;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ImportExportTest {

    private static final KeyPair AUTHOR = KeyPair.parse("01".repeat(32));
    private static final List<Event> EVENTS = SampleEvents.stream(7, 300).toList();

    @TempDir
    private Path folder;

    @Test
    void everyLineIsAccountedForUnderItsName() {
        Event old = AUTHOR.sign(1_700_000_000, 0, List.of(), "old");
        Event young = AUTHOR.sign(1_700_000_001, 0, List.of(), "young");
        Event doomed = AUTHOR.sign(1_700_000_002, 1, List.of(), "doomed");
        Event deletion =
                AUTHOR.sign(1_700_000_003, 5, List.of(List.of("e", doomed.id().hex())), "");
        Event expired = AUTHOR.sign(1_700_000_004, 1, List.of(List.of("expiration", "1700000005")), "");
        Event ephemeral = AUTHOR.sign(1_700_000_005, 20_001, List.of(), "");
        Event ownersOnly = AUTHOR.sign(1_700_000_006, 1, List.of(List.of("-")), "");
        String wrongId = Codec.encode(young).replace("young", "tampered");
        String wrongSignature =
                Codec.encode(young).replace(young.sig().hex(), old.sig().hex());
        String numberInTag = Codec.encode(ownersOnly).replace("\"-\"", "1");
        String input = String.join(
                "\n",
                Codec.encode(young),
                Codec.encode(young),
                "",
                Codec.encode(old),
                Codec.encode(deletion),
                Codec.encode(doomed),
                Codec.encode(expired),
                Codec.encode(ephemeral),
                Codec.encode(ownersOnly),
                wrongId,
                numberInTag,
                "{\"not\":\"JSON",
                "   ");

        CommandRun run = CommandRun.reading(input, "import", "--json", "--show-refused", "--data", data("a"));

        assertEquals(Exit.DONE, run.exit(), run.err());
        assertEquals(
                "{\"stored\":2,\"duplicate\":1,\"superseded\":1,\"deleted\":1,\"expired\":1,\"vanished\":0,\"ephemeral\":1,"
                        + "\"refused\":{\"a tag holds a number\":1,\"not JSON\":1,"
                        + "\"only its author may publish it (NIP-70)\":1,\"the id is not the hash of the event\":1}}\n",
                run.out());
        assertTrue(run.err().contains("line 10: the id is not the hash of the event"), run.err());
        assertTrue(run.err().contains("line 12: not JSON"), run.err());
        assertEquals(
                "the signature is wrong",
                refusals(CommandRun.reading(wrongSignature, "import", "--show-refused", "--data", data("b"))));
    }

    @Test
    void anExportDoesNotDependOnTheOrderOfTheLines() throws IOException {
        List<String> lines = new ArrayList<>(EVENTS.stream().map(Codec::encode).toList());
        Path file = Files.write(folder.resolve("events.jsonl"), lines);
        assertEquals(
                Exit.DONE,
                CommandRun.of("import", "--data", data("a"), file.toString()).exit());
        Collections.shuffle(lines, new Random(7));
        CommandRun.reading(String.join("\n", lines), "import", "--data", data("b"));

        String export = CommandRun.of("export", "--data", data("a")).out();
        assertEquals(EVENTS.stream().map(Codec::encode).toList(), export.lines().toList());
        assertEquals(export, CommandRun.of("export", "--data", data("b")).out());
    }

    @Test
    void anExportImportsAgainWithoutVerification() {
        String input = lines(EVENTS);
        CommandRun run = CommandRun.reading(input, "import", "--no-verify", "--json", "--data", data("a"));
        assertTrue(run.out().startsWith("{\"stored\":300,\"duplicate\":0,"), run.out());
        CommandRun again = CommandRun.reading(input, "import", "--data", data("a"));
        assertTrue(again.out().lines().anyMatch(line -> line.matches("duplicate +300")), again.out());
    }

    @Test
    void aQueryAnswersNewestFirstUpToItsLimit() {
        CommandRun.reading(lines(EVENTS), "import", "--data", data("a"));
        CommandRun run = CommandRun.of("query", "{\"limit\":3}", "--data", data("a"));
        assertEquals(
                EVENTS.subList(297, 300).reversed().stream().map(Codec::encode).toList(), run.lines());
        assertEquals(
                "300\n",
                CommandRun.of("query", "{}", "--count", "--data", data("a")).out());
        CommandRun summed = CommandRun.of("query", "{\"kinds\":[1],\"limit\":2}", "--json", "--data", data("a"));
        assertEquals("{\"events\":2}\n", summed.err());
    }

    @Test
    void anExportOfAFilterHoldsNothingElse() {
        CommandRun.reading(lines(EVENTS), "import", "--data", data("a"));
        CommandRun run = CommandRun.of("export", "--json", "--filter", "{\"kinds\":[1621]}", "--data", data("a"));
        assertEquals(
                EVENTS.stream()
                        .filter(event -> event.kind() == 1621)
                        .map(Codec::encode)
                        .toList(),
                run.lines());
        assertTrue(run.err().endsWith("{\"events\":33}\n"), run.err());
    }

    @Test
    void aCheckProvesTheArchiveAndRebuildsIt() {
        CommandRun.reading(lines(EVENTS), "import", "--data", data("a"));
        assertEquals(
                "{\"events\":300,\"signatures\":300,\"faults\":0,\"sound\":true,\"details\":[]}\n",
                CommandRun.of("check", "--all", "--json", "--data", data("a")).out());
        CommandRun rebuilt = CommandRun.of("check", "--rebuild", "--data", data("a"));
        assertEquals(Exit.DONE, rebuilt.exit(), rebuilt.err());
        assertEquals(
                List.of(
                        "rebuilt from 300 events, 0 could not be read",
                        "300 events checked, the signatures of 300: sound"),
                rebuilt.lines());
        assertEquals(
                lines(EVENTS) + "\n",
                CommandRun.of("export", "--data", data("a")).out());
    }

    @Test
    void aFolderWithoutAnArchiveIsAUsageError() {
        CommandRun run = CommandRun.of("query", "{}", "--data", data("none"));
        assertEquals(Exit.USAGE, run.exit());
        assertTrue(run.err().startsWith("sluice: there is no archive in "), run.err());
    }

    @Test
    void aFilterThatIsNoneIsAUsageErrorThatSaysWhy() {
        CommandRun run = CommandRun.of("query", "{\"kinds\":1}", "--data", data("none"));
        assertEquals(Exit.USAGE, run.exit());
        assertTrue(run.err().contains("kinds is not a list"), run.err());
    }

    @Test
    void aMissingInputFileIsAUsageErrorBeforeAnythingIsOpened() {
        CommandRun run = CommandRun.of(
                "import", "--data", data("a"), folder.resolve("no.jsonl").toString());
        assertEquals(Exit.USAGE, run.exit());
        assertTrue(Files.notExists(folder.resolve("a")));
    }

    private String data(String name) {
        return folder.resolve(name).toString();
    }

    private static String lines(List<Event> events) {
        return String.join("\n", events.stream().map(Codec::encode).toList());
    }

    private static String refusals(CommandRun run) {
        return run.err()
                .lines()
                .filter(line -> line.startsWith("line 1: "))
                .map(line -> line.substring("line 1: ".length()))
                .findFirst()
                .orElse(run.err());
    }
}
