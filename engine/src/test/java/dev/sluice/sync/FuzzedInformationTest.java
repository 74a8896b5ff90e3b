package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.Budgets;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FrameFuzzer;
import dev.sluice.pace.DialGate;
import dev.sluice.session.RefusalClassifier;
import dev.sluice.testing.Leftovers;
import dev.sluice.wire.Dialer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Information documents that are nearly right, or meant to harm: whatever they say, what is asked stays within reason. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FuzzedInformationTest {
    private static final int USUAL = 20_000;

    /** A document is fetched once for hundreds of frames. */
    private static final int FRAMES_A_DOCUMENT = 10;

    /** What the dialer takes of a document. */
    private static final int MOST_CHARACTERS = 65_536;

    private static final String FULL = """
            {"name":"r","description":"d","software":"git+https://github.com/hoytech/strfry.git","version":"1.0","pubkey":"p",
             "supported_nips":[77,1,11],"limitation":{"max_message_length":131072,"max_subscriptions":20,
             "max_limit":500,"default_limit":100,"max_subid_length":71,"max_event_tags":2000,"max_filters":10,
             "max_content_length":70000,"min_pow_difficulty":0,"auth_required":true,"payment_required":false,
             "restricted_writes":true,"created_at_lower_limit":94608000,"created_at_upper_limit":300},
             "fees":{"admission":[{"amount":1000000,"unit":"msats"}]},"retention":[{"kinds":[0,[5,7]],"time":3600}]}""";

    private static final List<String> SEEDS = List.of(
            FULL,
            "{\"software\":\"https://github.com/cameri/nostream\",\"limitation\":{\"max_subscriptions\":\"10\"}}",
            "{\"limitation\":{\"max_limit\":5000,\"default_limit\":500,\"max_message_length\":1048576}}",
            "{\"software\":\"chorus\",\"limitation\":null,\"supported_nips\":[\"1\",null,{}]}",
            "<html><title>502 Bad Gateway</title></html>");

    private final Rig rig = new Rig();
    private final Map<String, Software> software = Software.table();
    private String served = "";
    private long serverSeconds = rig.time.seconds();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void noDocumentLeadsBeyondReason() throws InterruptedException {
        int documents = FrameFuzzer.frames(USUAL) / FRAMES_A_DOCUMENT;
        FrameFuzzer fuzzer = new FrameFuzzer(documents, SEEDS);
        SplittableRandom random = new SplittableRandom(documents);
        check(FULL);
        Leftovers leftovers = Leftovers.before("information documents");
        for (int i = 0; i < documents; i++) {
            serverSeconds = random.nextLong();
            String json = fuzzer.next();
            check(json.substring(0, Math.min(json.length(), MOST_CHARACTERS)));
        }
        leftovers.none(documents);
    }

    static Stream<String> harmful() {
        return Stream.of(
                "",
                "\u0000",
                "{\"name\":\"\u0000\",\"software\":\"\\u0000\"}",
                "[".repeat(MOST_CHARACTERS),
                "{\"a\":".repeat(MOST_CHARACTERS / 5),
                "{\"limitation\":" + "[".repeat(60_000) + "]".repeat(5_000),
                "{\"description\":\"" + "x".repeat(65_000) + "\"}",
                "{\"supported_nips\":[" + "1,".repeat(30_000) + "1]}",
                "{\"supported_nips\":[1e400,-1e400,1e-400,99999999999999999999]}",
                "{\"software\":\"" + "/".repeat(65_000) + "x\"}",
                "{\"software\":\"" + ".git".repeat(16_000) + "x\"}",
                "{\"limitation\":{\"max_limit\":1e400,\"max_subscriptions\":-1e400,\"max_message_length\":1e999999999}}",
                "{\"limitation\":{\"max_limit\":\"1e999999999\",\"max_subscriptions\":" + "9".repeat(60_000) + "}}",
                "{\"limitation\":{\"max_limit\":0,\"default_limit\":0,\"max_subscriptions\":0,\"max_message_length\":0}}",
                "{\"limitation\":{\"max_limit\":1,\"default_limit\":1,\"max_subscriptions\":1,\"max_message_length\":1}}",
                "{\"limitation\":{\"max_limit\":9223372036854775807,\"default_limit\":9223372036854775808,"
                        + "\"max_subscriptions\":2147483647,\"max_message_length\":9223372036854775807}}",
                "{\"limitation\":{\"max_limit\":true,\"default_limit\":[[]],\"max_subscriptions\":{},"
                        + "\"max_message_length\":\"\\ud800\"}}",
                "{\"limitation\":{" + "\"max_limit\":5,".repeat(4_000) + "\"max_limit\":null}}",
                new String(
                        new byte[] {'{', (byte) 0xff, (byte) 0xc0, (byte) 0xed, (byte) 0xa0, '}'},
                        StandardCharsets.UTF_8),
                "\uFEFF{\"limitation\":{\"max_limit\":7}}");
    }

    @ParameterizedTest
    @MethodSource("harmful")
    void whatIsMeantToHarmIsReadOrLeft(String json) throws InterruptedException {
        for (long clock : new long[] {rig.time.seconds(), 0, Long.MAX_VALUE, Long.MIN_VALUE, 253_402_300_799L}) {
            serverSeconds = clock;
            check(json);
        }
    }

    @Test
    void anAddressOfAMillionSlashesIsReadOnce() {
        assertTrue(Software.named("/".repeat(1_000_000) + "x", software).isEmpty());
        assertTrue(Software.named("/".repeat(1_000_000), software).isEmpty());
        assertTrue(Software.named("git+https://github.com/cameri/nostream.git//", software)
                .isPresent());
    }

    @Test
    void whereOneEventIsAllThatMayBeAskedForAnEmptyPageEndsTheWalk() throws InterruptedException {
        served = "{\"limitation\":{\"max_limit\":1}}";
        Paging paging = fetch().paging(List.of(Filter.ALL));
        assertEquals(1, paging.asked());
        assertTrue(paging.isFull(1));
        assertFalse(paging.isFull(0));
    }

    @Test
    void withoutADocumentTheTightestNumbersHold() throws InterruptedException {
        served = "[".repeat(1_000);
        Information information = fetch();
        assertFalse(information.documented());
        assertEquals(10, information.budgets().subscriptions());
        assertEquals(60_000, information.budgets().payloadBytes());
    }

    /** Reads it, and reads it again as the one that was kept. */
    private void check(String json) throws InterruptedException {
        served = json;
        try {
            assertWithinReason(fetch());
            served = "";
            assertWithinReason(fetch());
        } catch (RuntimeException | Error e) {
            throw new AssertionError("on " + json.substring(0, Math.min(json.length(), 2_000)), e);
        }
    }

    private static void assertWithinReason(Information information) {
        Budgets budgets = information.budgets();
        assertWithin(1, budgets.subscriptions(), 1_000);
        assertWithin(500, budgets.payloadBytes(), 512 * 1024);
        assertWithin(500, budgets.chunkBytes(), 32 * 1024);
        assertWithin(1, budgets.filters(), 10);
        assertWithin(1, budgets.pageLimit(), 500);
        assertWithin(0, information.frameBytes(Information.FRAME_BYTES), Information.FRAME_BYTES);
        assertTrue(information.overlapSeconds() >= Stretch.OVERLAP_SECONDS, "overlap " + information.overlapSeconds());
        Paging paging = information.paging(List.of(Filter.ALL));
        assertWithin(1, paging.asked(), 500);
        assertWithin(paging.asked(), paging.raised(), 5_000);
        assertTrue(paging.isFull(paging.asked()), "a page as large as was asked for");
        assertFalse(paging.isFull(0), "an empty page");
    }

    private static void assertWithin(int least, int number, int most) {
        assertTrue(number >= least && number <= most, () -> least + " <= " + number + " <= " + most);
    }

    private Information fetch() throws InterruptedException {
        Parts parts = new Parts(
                rig.archive,
                rig.catalogue,
                rig.intake,
                new Served(),
                new DialGate(rig.time, rig.metrics),
                new Semaphore(8),
                new Semaphore(1),
                RefusalClassifier.standard(),
                software,
                rig.time,
                rig.time,
                rig.metrics);
        return Information.fetch(new MirrorPlan.Source(Rig.URL, false), parts);
    }

    /** Hands out whatever document is to be tried. */
    private final class Served implements Dialer {

        @Override
        public Dialed dial(URI relay) {
            throw new AssertionError("only documents are fetched");
        }

        @Override
        public Fetched information(URI relay) {
            return new Fetched.Document(served, OptionalLong.of(serverSeconds));
        }
    }
}
