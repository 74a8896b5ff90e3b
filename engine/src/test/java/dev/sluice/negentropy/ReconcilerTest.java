package dev.sluice.negentropy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class ReconcilerTest {

    private static final ItemSet NOTHING = ItemSet.builder(0).build();

    @Test
    void anEmptySideBeginsWithOneEmptyList() {
        assertEquals("6100000200", Reconciler.initiator(NOTHING, 0).initiate().hex());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void randomSetsAreReconciledWhateverTheFrameLimits(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ItemKey> shared = Rounds.clustered(random, random.nextInt(3000));
        List<ItemKey> here = Rounds.clustered(random, random.nextInt(400));
        List<ItemKey> there = Rounds.clustered(random, random.nextInt(400));
        ItemView left = Rounds.set(joined(shared, here));
        ItemView right = Rounds.live(joined(there, shared)).snapshot();

        Rounds.Outcome outcome = Rounds.run(left, limit(random), right, limit(random));

        assertEquals(hexOf(here), outcome.onlyHere(), "seed " + seed);
        assertEquals(hexOf(there), outcome.onlyThere(), "seed " + seed);
    }

    @Test
    void noFrameIsLongerThanItsLimit() {
        SplittableRandom random = new SplittableRandom(5);
        ItemView many = Rounds.set(Rounds.clustered(random, 20_000));

        Rounds.Outcome outcome = Rounds.run(NOTHING, 4096, many, 4096);

        assertEquals(20_000, outcome.onlyThere().size());
        outcome.frames().forEach(frame -> assertTrue(frame.size() <= 4096, "frame of " + frame.size()));
    }

    @Test
    void aFrameLimitUnder4096IsABug() {
        assertThrows(IllegalArgumentException.class, () -> Reconciler.initiator(NOTHING, 4095));
    }

    @ParameterizedTest
    @CsvSource({
        "'', frame ends too early",
        "00, not a negentropy frame",
        "70, not a negentropy frame",
        "6180, frame ends too early",
        "61ffffffffffffffffffffff00, varint over 64 bits",
        "6180808080808080808080800000, varint of more than 10 bytes",
        "61002100, id prefix of more than 32 bytes",
        "61000009, unknown mode",
        "6100000288ffffff7f, list of ids longer than the frame",
        "610000010102, frame ends too early",
        "610501ff0001010f00, bounds out of order"
    })
    void aMalformedFrameIsRefusedWithAReason(String hex, String reason) {
        Reconciler responder = Reconciler.responder(Rounds.set(Rounds.clustered(new SplittableRandom(3), 100)), 0);
        assertEquals(new Step.Refused(reason), responder.step(Frame.parse(hex).orElseThrow()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "6G", "6A", "61 0"})
    void whatIsNotLowerCaseHexIsNoFrame(String text) {
        assertTrue(Frame.parse(text).isEmpty());
    }

    @Test
    void aResponderNamesItsVersionAndStaysUsable() {
        Reconciler responder = Reconciler.responder(Rounds.set(List.of(new ItemKey(12345, -1, 0, 0, 0))), 0);
        String fresh = reply(responder, "6100000200");
        assertEquals("61", reply(responder, "62aabbccddeeff"));
        assertEquals(fresh, reply(responder, "6100000200"));
    }

    @Test
    void anInitiatorRefusesAnotherVersion() {
        Reconciler initiator = Reconciler.initiator(NOTHING, 0);
        initiator.initiate();
        assertInstanceOf(Step.Refused.class, initiator.step(Frame.parse("62").orElseThrow()));
    }

    @Test
    void randomFramesNeverThrow() {
        SplittableRandom random = new SplittableRandom(11);
        ItemSet items = Rounds.set(Rounds.clustered(random, 500));
        Frame good = Reconciler.initiator(Rounds.set(Rounds.clustered(random, 400)), 0)
                .initiate();
        for (int i = 0; i < 20_000; i++) {
            char[] hex = good.hex().toCharArray();
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                hex[2 + random.nextInt(hex.length - 2)] = "0123456789abcdef".charAt(random.nextInt(16));
            }
            int length = random.nextBoolean() ? hex.length : random.nextInt(hex.length / 2) * 2;
            Frame frame = Frame.parse(new String(hex, 0, length)).orElseThrow();
            Step step = Reconciler.responder(items, 4096).step(frame);
            assertTrue(step instanceof Step.Reply || step instanceof Step.Refused);
        }
    }

    private static int limit(SplittableRandom random) {
        return random.nextBoolean() ? 0 : 4096 + random.nextInt(6000);
    }

    private static List<ItemKey> joined(List<ItemKey> a, List<ItemKey> b) {
        List<ItemKey> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }

    private static TreeSet<String> hexOf(List<ItemKey> items) {
        return items.stream().map(Rounds::hex).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String reply(Reconciler responder, String hex) {
        return ((Step.Reply) responder.step(Frame.parse(hex).orElseThrow()))
                .frame()
                .hex();
    }
}
