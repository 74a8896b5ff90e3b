package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class PlanCommandTest {
    private static final String OWNER = "cd".repeat(32);

    @TempDir
    private Path folder;

    @Test
    void theIncidentTakesElevenRequestsOnARelayThatSaysNothing() throws IOException {
        CommandRun run = CommandRun.of("plan", "--watch", incident(), "--json");

        assertEquals(Exit.DONE, run.exit(), run.err());
        assertTrue(
                run.out().startsWith("{\"subscriptions\":20,\"filters\":34,\"requests\":11,\"least_requests\":11,"),
                run.out());
        assertTrue(
                run.out()
                        .contains(
                                "\"slots\":11,\"live_tiers\":[\"essential\",\"root\",\"core\"],"
                                        + "\"rotating_tiers\":[],\"history_tiers\":[],\"shards\":1,\"history_rounds\":34,\"least_seconds\":36,"));
    }

    @Test
    void aPoorerRelayHasTiersThatRotate() throws IOException {
        Path document = Files.writeString(folder.resolve("nip11.json"), "{\"limitation\":{\"max_subscriptions\":10}}");

        CommandRun run = CommandRun.of("plan", "--watch", incident(), "--nip11", document.toString(), "--json");

        assertTrue(
                run.out().contains("\"slots\":7,\"live_tiers\":[\"essential\",\"root\"],\"rotating_tiers\":[\"core\"]"),
                run.out());
    }

    @Test
    void whatDoesNotFitIsSpreadOrOnlyHistory() throws IOException {
        String watched = incident();

        CommandRun four = CommandRun.of("plan", "--watch", watched, "--nip11", document(3), "--json");
        CommandRun none = CommandRun.of("plan", "--watch", watched, "--nip11", document(1), "--json");

        assertTrue(
                four.out()
                        .contains("\"slots\":4,\"live_tiers\":[\"essential\"],\"rotating_tiers\":[\"root\",\"core\"],"
                                + "\"history_tiers\":[],\"shards\":4,"),
                four.out());
        assertTrue(
                none.out()
                        .contains("\"slots\":0,\"live_tiers\":[],\"rotating_tiers\":[],"
                                + "\"history_tiers\":[\"essential\",\"root\",\"core\"],\"shards\":1,"),
                none.out());
    }

    @Test
    void aProfileIsPlannedForByWhatItsSoftwareIsKnownToAllow() throws IOException {
        CommandRun run = CommandRun.of("plan", "--watch", incident(), "--profile", "nostream");

        assertEquals(Exit.DONE, run.exit(), run.err());
        assertTrue(run.out().startsWith("one connection: 10 subscriptions, 2 of them as margin"), run.out());
    }

    @Test
    void theRepositoriesOfAnArchiveAreASetToo() {
        String data = folder.resolve("data").toString();
        CommandRun.reading(CommandRun.of("sample", "500").out(), "import", "--data", data);

        CommandRun run = CommandRun.of("plan", "--data", data, "--json");

        assertEquals(Exit.DONE, run.exit(), run.err());
        assertTrue(
                run.out()
                        .contains(
                                "\"live_tiers\":[\"essential\",\"root\",\"core\",\"descendant\",\"descendant_quote\"]"),
                run.out());
        assertEquals(
                Exit.USAGE,
                CommandRun.of("plan", "--data", data, "--watch", data).exit());
    }

    @Test
    void whatAConfigurationAcceptsOfAnArchiveIsPlannedFor() throws IOException {
        String data = folder.resolve("data").toString();
        load(data, announcement(1, "https://grasp.example/a.git"), announcement(2, "https://git.example/b.git"));
        String here = configured(data, "");
        String watching = configured(data, "[[watch]]\nkinds = [1]\n");

        CommandRun all = CommandRun.of("plan", "--data", data);
        CommandRun accepted = CommandRun.of("plan", "--config", here);
        CommandRun json = CommandRun.of("plan", "--config", watching, "--data", data, "--json");

        assertTrue(all.out().startsWith("repositories: 2 announced, 2 accepted, for nothing says"), all.out());
        assertEquals(
                "repositories: 2 announced, 1 accepted, by [grasp]",
                accepted.lines().get(0));
        assertTrue(accepted.out().contains("\nessential                 3        1 "), accepted.out());
        assertTrue(json.out().contains("\"filters\":6,"), json.out());
        assertTrue(json.out().endsWith(",\"announced\":2,\"accepted\":1,\"accepted_by\":\"grasp\"}\n"), json.out());
        assertEquals(
                Exit.USAGE,
                CommandRun.of("plan", "--config", here, "--watch", incident()).exit());
    }

    private String configured(String data, String more) throws IOException {
        Path file = Files.createTempFile(folder, "sluice", ".toml");
        String text = "data = '" + data + "'\n[grasp]\ndomain = 'grasp.example'\n" + more;
        return Files.writeString(file, text).toString();
    }

    private static Event announcement(int number, String clone) {
        byte[] secret = new byte[32];
        Arrays.fill(secret, (byte) number);
        List<List<String>> tags =
                List.of(List.of("d", "tool"), List.of("clone", clone), List.of("relays", "wss://grasp.example"));
        return KeyPair.of(secret).sign(1_700_000_000, Kind.REPOSITORY, tags, "");
    }

    private static void load(String data, Event... events) {
        String lines = Stream.of(events).map(Codec::encode).collect(Collectors.joining("\n"));
        assertEquals(
                Exit.DONE, CommandRun.reading(lines, "import", "--data", data).exit());
    }

    @Test
    void aFileThatCanNotBeReadIsAFault() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"limitation\":");
        Path latin = Files.write(folder.resolve("latin.json"), new byte[] {(byte) 0xff});

        assertEquals("sluice: " + broken + ": invalid: not JSON", fault("--nip11", broken.toString()));
        assertEquals("sluice: " + latin + ":1:1: the file is not UTF-8", fault("--nip11", latin.toString()));
        assertTrue(
                fault("--nip11", folder.toString()).startsWith("sluice: " + folder + ":1:1: the file can't be read"));
        assertTrue(fault("--profile", "strfy").contains("'strfy' is none of chorus, "));
    }

    private String fault(String option, String value) throws IOException {
        CommandRun run = CommandRun.of("plan", "--watch", incident(), option, value);
        assertEquals(Exit.USAGE, run.exit(), run.err());
        assertEquals("", run.out());
        return run.err().lines().findFirst().orElseThrow();
    }

    @Test
    void aFaultIsOneLineAndAnExitCode() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong.json"), "{\"roots\":[\n\"nothing\"]}");

        CommandRun run = CommandRun.of("plan", "--watch", wrong.toString());

        assertEquals(Exit.USAGE, run.exit());
        assertEquals(
                "sluice: " + wrong + ":2:1: roots[0]: not an id of 64 lower-case hex digits",
                run.err().strip());
        assertEquals("", run.out());
        assertEquals(Exit.USAGE, CommandRun.of("plan").exit());
        assertEquals(
                Exit.USAGE,
                CommandRun.of("plan", "--watch", incident(), "--nip11", wrong.toString(), "--profile", "nostream")
                        .exit());
    }

    private String document(int subscriptions) throws IOException {
        Path file = folder.resolve("nip11-" + subscriptions + ".json");
        return Files.writeString(file, "{\"limitation\":{\"max_subscriptions\":" + subscriptions + "}}")
                .toString();
    }

    private String incident() throws IOException {
        SplittableRandom random = new SplittableRandom(869);
        String json = "{\"coordinates\":" + texts(869, i -> "30617:" + OWNER + ":repository-" + i)
                + ",\"identifiers\":" + texts(750, i -> "repository-" + i)
                + ",\"roots\":"
                + texts(3_632, i -> String.format("%016x", random.nextLong()).repeat(4)) + "}";
        return Files.writeString(folder.resolve("watched.json"), json).toString();
    }

    private static String texts(int count, IntFunction<String> text) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + text.apply(i) + "\"")
                .collect(Collectors.joining(",", "[", "]"));
    }
}
