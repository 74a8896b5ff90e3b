package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DueTest {

    private final ManualTime time = new ManualTime();
    private final Due due = new Due(time, Due.RECHECK);

    @BeforeEach
    void everythingWasWalked() {
        due.topDone(Due.CHECK);
        due.downDone(Due.CHECK);
        due.allDone();
    }

    private Duration next() {
        return Duration.ofNanos(due.next(false) - time.nanos());
    }

    private void hourly(Duration span) {
        for (Duration passed = Duration.ZERO; passed.compareTo(span) < 0; passed = passed.plus(Due.CHECK)) {
            time.advance(Due.CHECK);
            due.topDone(Due.CHECK);
            due.downDone(Due.CHECK);
        }
    }

    @Test
    void newsAreLookedForEveryHour() {
        assertEquals(Due.CHECK, next());
    }

    @Test
    void everythingIsWalkedAgainAfterAWeek() {
        hourly(Due.RECHECK.minusHours(1));
        assertFalse(due.againIsDue());
        hourly(Duration.ofHours(1));
        assertTrue(due.againIsDue());
        due.allDone();
        assertFalse(due.againIsDue());
    }

    @Test
    void afterABreakEverythingIsWalkedAgainWithinADay() {
        due.owed(false, true);
        assertEquals(Duration.ZERO, next());
        hourly(Due.REWALK);
        assertTrue(due.againIsDue());
    }

    @Test
    void aSecondBreakPutsNothingOff() {
        due.owed(false, true);
        hourly(Duration.ofHours(10));
        due.owed(false, true);
        hourly(Due.REWALK.minusHours(10));
        assertTrue(due.againIsDue());
    }

    @Test
    void beforeAnythingWasWalkedNothingIsWalkedTwice() {
        due.owed(false, false);
        hourly(Due.REWALK.plusHours(1));
        assertFalse(due.againIsDue());
    }

    @Test
    void negentropyThatDidNotDoRests() {
        assertTrue(due.mayReconcile());
        due.reconcileLater(Due.CHECK);
        assertFalse(due.mayReconcile());
        time.advance(Due.CHECK);
        assertTrue(due.mayReconcile());
    }
}
