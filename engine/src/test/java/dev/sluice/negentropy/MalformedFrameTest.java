package dev.sluice.negentropy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A frame that breaks the protocol is answered as such, costs nothing, and leaves the machine as it was. */
@Timeout(20)
class MalformedFrameTest {

    private static final ItemSet ITEMS = Rounds.set(Rounds.clustered(new SplittableRandom(3), 100));
    private static final Frame GOOD = Reconciler.initiator(
                    Rounds.set(Rounds.clustered(new SplittableRandom(4), 400)), 0)
            .initiate();

    /** A refusal needs a writer, a view of the frame and a reason, whatever the frame announces. */
    private static final long FEW_BYTES = 64 * 1024;

    @ParameterizedTest
    @CsvSource({
        "'', frame ends too early",
        "00, not a negentropy frame",
        "5f, not a negentropy frame",
        "70, not a negentropy frame",
        "6180, frame ends too early",
        "61ffffffffffffffffffffff00, varint over 64 bits",
        "6180808080808080808080800000, varint of more than 10 bytes",
        "61002100, id prefix of more than 32 bytes",
        "6100ffffffff7f00, id prefix of more than 32 bytes",
        "610020ee, frame ends too early",
        "6100, frame ends too early",
        "610000, frame ends too early",
        "61000003, unknown mode",
        "61000009, unknown mode",
        "61000088808000, unknown mode",
        "610000010102, frame ends too early",
        "610000010102030405060708090a0b0c0d0e0f, frame ends too early",
        "61000002, frame ends too early",
        "6100000201, list of ids longer than the frame",
        "6100000201ee, list of ids longer than the frame",
        "6100000287ffffff7f, list of ids longer than the frame",
        "61000002888080808000, list of ids longer than the frame",
        "6100000281ffffffffffffffff7f, list of ids longer than the frame",
        "610501ff0001010f00, bounds out of order",
        "610002ffff000002fffe00, bounds out of order"
    })
    void itIsRefusedByBothSides(String hex, String reason) {
        Frame frame = Frame.parse(hex).orElseThrow();
        Reconciler initiator = Reconciler.initiator(ITEMS, 4096);
        initiator.initiate();
        assertEquals(new Step.Refused(reason), initiator.step(frame));
        assertEquals(new Step.Refused(reason), Reconciler.responder(ITEMS, 0).step(frame));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6", "6G", "6A", "61 0", "0x61", "61\n", "６１"})
    void whatIsNotLowerCaseHexIsNoFrame(String text) {
        assertTrue(Frame.parse(text).isEmpty());
    }

    @Test
    void theMachineAnswersAfterwardsAsIfNothingHadBeen() {
        Reconciler responder = Reconciler.responder(ITEMS, 4096);
        String fresh = reply(Reconciler.responder(ITEMS, 4096), GOOD);
        for (String bad : List.of("", "00", "6100000201ee", "61000009", "62aabbccddeeff")) {
            responder.step(Frame.parse(bad).orElseThrow());
            assertEquals(fresh, reply(responder, GOOD), bad);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"60", "62", "6f", "62aabbccddeeff", "600000"})
    void anotherVersionIsAnsweredByOursAndRefusedByTheInitiator(String hex) {
        Frame frame = Frame.parse(hex).orElseThrow();
        assertEquals("61", reply(Reconciler.responder(ITEMS, 0), frame));
        assertEquals(
                new Step.Refused("unsupported negentropy version " + hex.substring(0, 2)),
                Reconciler.initiator(ITEMS, 0).step(frame));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6100000287ffffff7f", "61000002888080808000", "6100000281ffffffffffffffff7f"})
    void noRoomIsMadeForWhatAFrameOnlyAnnounces(String hex) {
        Frame frame = Frame.parse(hex).orElseThrow();
        Reconciler responder = Reconciler.responder(ITEMS, 0);
        responder.step(frame);
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();
        responder.step(frame);
        long allocated = memory.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated > 0 && allocated < FEW_BYTES, "allocated " + allocated);
    }

    @Test
    void aFrameThatIsCutAnywhereIsNoFault() {
        String hex = GOOD.hex();
        for (int end = 0; end < hex.length(); end += 2) {
            answered(Reconciler.responder(ITEMS, 0)
                    .step(Frame.parse(hex.substring(0, end)).orElseThrow()));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void aFrameWithWrongDigitsIsNoFault(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 5_000; i++) {
            char[] hex = GOOD.hex().toCharArray();
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                hex[2 + random.nextInt(hex.length - 2)] = "0123456789abcdef".charAt(random.nextInt(16));
            }
            int length = random.nextBoolean() ? hex.length : random.nextInt(hex.length / 2) * 2;
            Frame frame = Frame.parse(new String(hex, 0, length)).orElseThrow();
            answered(Reconciler.responder(ITEMS, 4096).step(frame));
            Reconciler.initiator(ITEMS, 4096).step(frame);
        }
    }

    private static void answered(Step step) {
        assertTrue(step instanceof Step.Reply || step instanceof Step.Refused);
    }

    private static String reply(Reconciler responder, Frame frame) {
        return assertInstanceOf(Step.Reply.class, responder.step(frame)).frame().hex();
    }
}
