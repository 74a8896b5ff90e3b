package dev.sluice.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.time.ManualTime;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class BackoffTest {

    private static final long SEED = 7;

    private final ManualTime time = new ManualTime();
    private final Backoff backoff = new Backoff(time, new SplittableRandom(SEED));

    @Test
    void delaysDoubleFromFiveSecondsToAnHourWithinAFifth() {
        long expected = 5;
        for (int i = 0; i < 20; i++) {
            assertNear(Duration.ofSeconds(expected), backoff.delay());
            expected = Math.min(2 * expected, 3_600);
        }
    }

    /** A relay that refuses every dial sees some 40 of them on the first day, not 27 a second. */
    @Test
    void aRelayThatRefusesEveryDialIsLeftAloneMoreAndMore() {
        long origin = time.nanos();
        int dials = 0;
        while (time.nanos() - origin < Duration.ofDays(1).toNanos()) {
            dials++;
            time.advance(backoff.delay());
        }
        assertTrue(dials < 45, "dials: " + dials);
        assertNear(Duration.ofHours(1), backoff.delay());
    }

    @Test
    void aConnectionThatDropsAfterTwoSecondsDoesNotStartOver() {
        Duration last = Duration.ZERO;
        for (int i = 0; i < 12; i++) {
            backoff.connected();
            time.advance(Duration.ofSeconds(2));
            last = backoff.delay();
            time.advance(last);
        }
        assertNear(Duration.ofHours(1), last);
    }

    @Test
    void whatCountsIsWhenAConnectionEndedNotWhenThatWasNoticed() {
        for (int i = 0; i < 5; i++) {
            backoff.connected();
            backoff.ended(time.nanos());
            time.advance(Duration.ofMinutes(5));
            assertFalse(backoff.isStable());
            assertTrue(backoff.delay().toSeconds() >= 4L << i);
        }
    }

    @Test
    void aConnectionThatHeldAMinuteStartsOver() {
        backoff.delay();
        backoff.delay();
        backoff.connected();
        time.advance(Duration.ofSeconds(60));
        assertNear(Duration.ofSeconds(5), backoff.delay());
        assertNear(Duration.ofSeconds(10), backoff.delay());
    }

    @Test
    void failedDialsAfterAStableConnectionClimbAgain() {
        backoff.connected();
        time.advance(Duration.ofDays(3));
        assertNear(Duration.ofSeconds(5), backoff.delay());
        time.advance(Duration.ofDays(3));
        assertNear(Duration.ofSeconds(10), backoff.delay());
    }

    @Test
    void retryAfterIsHonouredWithinReason() {
        assertEquals(Duration.ofMinutes(15), backoff.delay(Duration.ofMinutes(15)));
        assertEquals(Duration.ofHours(1), backoff.delay(Duration.ofDays(365)));
        assertNear(Duration.ofSeconds(20), backoff.delay(Duration.ofSeconds(1)));
    }

    @Test
    void relaysThatFellTogetherDoNotRiseTogether() {
        long different = new SplittableRandom(SEED)
                .longs(200)
                .mapToObj(seed ->
                        new Backoff(time, new SplittableRandom(seed)).delay().toMillis() / 10)
                .distinct()
                .count();
        assertTrue(different > 80, "different delays: " + different);
    }

    private static void assertNear(Duration expected, Duration delay) {
        double ratio = (double) delay.toNanos() / expected.toNanos();
        assertTrue(ratio >= 0.8 && ratio <= 1.2, () -> delay + " instead of " + expected + ", seed " + SEED);
    }
}
