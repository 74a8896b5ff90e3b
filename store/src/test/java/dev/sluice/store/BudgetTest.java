package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetTest {

    private static final int LOOKS_AT_THE_CLOCK_WITHIN = 32;

    private final ManualTime time = new ManualTime();

    @Test
    void aSliceEndsSoonerWhileOthersWait() {
        Budget alone = new Budget(time, () -> false);
        Budget crowded = new Budget(time, () -> true);
        time.advance(Budget.POLITE);
        read(alone);
        read(crowded);
        assertFalse(alone.isSpent());
        assertTrue(crowded.isSpent());
    }

    @Test
    void nobodyWhoWaitsEndsASliceThatHasHardlyBegun() {
        Budget crowded = new Budget(time, () -> true);
        time.advance(Budget.POLITE.minus(Duration.ofNanos(1)));
        read(crowded);
        assertFalse(crowded.isSpent());
    }

    @Test
    void aSliceEndsAfterItsRecords() {
        Budget budget = new Budget(time, () -> false);
        for (int i = 0; i < Budget.RECORDS - 1; i++) {
            budget.spend();
        }
        assertFalse(budget.isSpent());
        budget.spend();
        assertTrue(budget.isSpent());
    }

    private static void read(Budget budget) {
        for (int i = 0; i < LOOKS_AT_THE_CLOCK_WITHIN; i++) {
            budget.spend();
        }
    }
}
