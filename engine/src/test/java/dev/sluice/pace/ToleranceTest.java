package dev.sluice.pace;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.pace.Tolerance.Sort;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ToleranceTest {
    private final ManualTime time = new ManualTime();
    private final Tolerance tolerance = new Tolerance(time);

    @Test
    void aBurstIsBorneAndThenSoMuchInASecond() {
        assertTrue(tolerance.bears(Sort.UNWANTED, Sort.UNWANTED.burst()));
        for (int second = 0; second < 1_000; second++) {
            time.advance(Duration.ofSeconds(1));
            assertTrue(tolerance.bears(Sort.UNWANTED, 100));
        }
        assertFalse(tolerance.bears(Sort.UNWANTED, 1));
    }

    @Test
    void eachSortHasItsOwn() {
        assertTrue(tolerance.bears(Sort.UNWANTED, Sort.UNWANTED.burst()));
        assertTrue(tolerance.bears(Sort.FRUITLESS, Sort.FRUITLESS.burst()));
        assertFalse(tolerance.bears(Sort.FRUITLESS, 1));
    }

    @Test
    void afterAFloodAllIsBorneAnew() {
        assertFalse(tolerance.bears(Sort.UNWANTED, Sort.UNWANTED.burst() + 1));
        assertTrue(tolerance.bears(Sort.UNWANTED, Sort.UNWANTED.burst()));
    }

    @Test
    void restEarnsNoMoreThanABurst() {
        time.advance(Duration.ofDays(1));
        assertTrue(tolerance.bears(Sort.FRUITLESS, Sort.FRUITLESS.burst()));
        assertFalse(tolerance.bears(Sort.FRUITLESS, 1));
    }
}
