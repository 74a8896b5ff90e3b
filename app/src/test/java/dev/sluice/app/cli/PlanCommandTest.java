package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    void aFaultIsOneLineAndAnExitCode() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong.json"), "{\"roots\":[\n\"nothing\"]}");

        CommandRun run = CommandRun.of("plan", "--watch", wrong.toString());

        assertEquals(Exit.USAGE, run.exit());
        assertEquals(
                "sluice: " + wrong + ":2:10: roots[0]: not an id of 64 lower-case hex digits",
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

    private static String texts(int count, java.util.function.IntFunction<String> text) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + text.apply(i) + "\"")
                .collect(Collectors.joining(",", "[", "]"));
    }
}
