package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(20)
final class NegentropyHarnessTest {

    private static final String ID = "ee".repeat(32);

    static long[] seeds() {
        return new SplittableRandom(1).longs(25).toArray();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bothSidesEndWithEverything(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int clientLimit = HarnessRound.limit(random);
        int serverLimit = HarnessRound.limit(random);
        new HarnessRound(seed, new Local(clientLimit), clientLimit, new Local(serverLimit), serverLimit)
                .items(1 + random.nextInt(5000), 1 + random.nextInt(5), 1 + random.nextInt(5), random.nextInt(200))
                .reconcile();
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "0, 1, 0", "0, 0, 1", "1, 1, 5"})
    void oneSideMayBeEmptyOrBothEqual(int onlyClient, int onlyServer, int both) throws IOException {
        new HarnessRound(3, new Local(6_000), 6_000, new Local(50_000), 50_000)
                .items(10_000, onlyClient, onlyServer, both)
                .reconcile();
    }

    @Test
    void aClientWithNothingBeginsWithOneEmptyList() {
        assertEquals(List.of("msg,6100000200"), run("seal\ninitiate\n").lines());
    }

    @Test
    void aServerAnswersAnotherVersionByItsOwnAndGoesOn() {
        String item = "item,12345," + ID + "\nseal\n";
        List<String> fresh = run(item + "msg,6100000200\n").lines();
        assertEquals(List.of("msg,6100000201" + ID), fresh);
        assertEquals(
                List.of("msg,61", fresh.get(0)),
                run(item + "msg,62aabbccddeeff\nmsg,6100000200\n").lines());
    }

    @Test
    void anIdIsToldOnce() {
        CommandRun run = run("seal\ninitiate\nmsg,6100000202" + ID + ID + "\nmsg,6100000201" + ID + "\n");
        assertEquals(List.of("msg,6100000200", "need," + ID, "done", "done"), run.lines());
    }

    @Test
    void theEndOfItsInputIsItsEnd() {
        assertEquals(new CommandRun(Exit.DONE, "", ""), run(""));
        assertEquals(new CommandRun(Exit.DONE, "", ""), run("item,1," + ID + "\n\nseal\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello | unknown command: hello",
                "seal,1 | unknown command: seal,",
                "initiate | no seal before the round",
                "msg,61 | no seal before the round",
                "seal;seal | seal after seal",
                "seal;item,1,ID | item after seal",
                "item,1 | an item has a time and an id: item,1",
                "item,1,ID,1 | an item has a time and an id: item,1,ID,1",
                "item,x,ID | For input string: \"x\": item,x,ID",
                "item,18446744073709551615,ID | the time 2^64 - 1 means infinity: item,18446744073709551615,ID",
                "item,1,ee | expected 64 hex digits, got 2: item,1,ee",
                "item,1,ID;item,1,ID;seal | an item was added twice",
                "seal;initiate;initiate | initiate within a round",
                "seal;msg,61;initiate | initiate within a round",
                "seal;initiate;msg,62 | unsupported negentropy version 62",
                "seal;msg, | frame ends too early",
                "seal;msg,5f | not a negentropy frame",
                "seal;msg,70 | not a negentropy frame",
                "seal;msg,6 | a frame is not lower-case hex"
            })
    void aWrongLineEndsItWithAReason(String lines, String reason) {
        CommandRun run = run(lines.replace("ID", ID).replace(';', '\n') + "\n");
        assertEquals(Exit.INCOMPLETE, run.exit());
        assertEquals("sluice: " + reason.replace("ID", ID), run.err().strip());
    }

    @ParameterizedTest
    @CsvSource({"4095", "-1", "x"})
    void aFrameLimitIs4096OrMore(String limit) {
        assertEquals(
                Exit.USAGE,
                CommandRun.of("negentropy-harness", "--frame-size", limit).exit());
    }

    private static CommandRun run(String input) {
        return CommandRun.reading(input, "negentropy-harness");
    }

    /** A side in this process. */
    private static final class Local implements HarnessRound.Side {

        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final NegentropySide side;

        Local(int frameLimit) {
            PrintStream silent = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
            this.side = new NegentropySide(
                    frameLimit,
                    new DataOutput(new Streams(InputStream.nullInputStream(), written, silent, Optional.empty())));
        }

        @Override
        public void say(String line) throws IOException {
            side.take(line);
        }

        @Override
        public List<String> answer() {
            List<String> lines =
                    written.toString(StandardCharsets.US_ASCII).lines().toList();
            written.reset();
            assertTrue(lines.size() > 0);
            return lines;
        }
    }
}
