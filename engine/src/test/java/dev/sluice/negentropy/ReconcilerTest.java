package dev.sluice.negentropy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ReconcilerTest {

    private static final ItemSet NOTHING = ItemSet.builder(0).build();

    @Test
    void anEmptySideBeginsWithOneEmptyList() {
        assertEquals("6100000200", Reconciler.initiator(NOTHING, 0).initiate().hex());
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

    @Test
    void aResponderNamesItsVersionAndStaysUsable() {
        Reconciler responder = Reconciler.responder(Rounds.set(List.of(new ItemKey(12345, -1, 0, 0, 0))), 0);
        String fresh = reply(responder, "6100000200");
        assertEquals("61", reply(responder, "62aabbccddeeff"));
        assertEquals(fresh, reply(responder, "6100000200"));
    }

    private static String reply(Reconciler responder, String hex) {
        return ((Step.Reply) responder.step(Frame.parse(hex).orElseThrow()))
                .frame()
                .hex();
    }
}
