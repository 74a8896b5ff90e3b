package dev.sluice.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ByteCapTest {
    private final ByteCap cap = new ByteCap();

    @Test
    void nothingIsBoundedBeforeSomethingIsLearned() {
        assertFalse(cap.isKnown());
        assertEquals(OptionalLong.empty(), cap.bytes());
        assertEquals(60_000, cap.ofOne(60_000));
        assertTrue(cap.live(60_000) > Long.MAX_VALUE / 2);
    }

    @Test
    void itOnlyFalls() {
        assertTrue(cap.learn(1_000_000));
        assertFalse(cap.learn(1_000_000));
        assertFalse(cap.learn(2_000_000));
        assertTrue(cap.learn(900_000));
        assertEquals(OptionalLong.of(900_000), cap.bytes());
    }

    @Test
    void aNumberThatCanNotBeMeantIsRaised() {
        cap.learn(0);
        assertEquals(OptionalLong.of(ByteCap.LEAST), cap.bytes());
    }

    @Test
    void liveLeavesRoomForOneTransientRequestOfAQuarterAtMost() {
        cap.learn(100_000);
        assertEquals(90_000, cap.live(10_000));
        assertEquals(25_000, cap.ofOne(60_000));
        assertEquals(75_000, cap.live(60_000));
    }
}
