package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class MeterTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = -7 * SECOND + 3;

    private final Meter meter = new Meter("import", START, 0);

    @Test
    void aKnownTotalGivesABarAndTheTimeLeft() {
        assertEquals(
                "import  2,500 events  500/s  [======                  ]  25 %  0:15 left",
                meter.line(START + 5 * SECOND, Reading.of(2_500, 10_000, "events")));
    }

    @Test
    void anUnknownTotalGivesOnlyTheRate() {
        assertEquals(
                "import  1,000 events  1,000/s  2 refused",
                meter.line(START + SECOND, Reading.open(1_000, "events", "2 refused")));
    }

    @Test
    void theRateIsThatOfTheLastTenSeconds() {
        for (int second = 1; second <= 20; second++) {
            meter.line(START + second * SECOND, Reading.open(second * 1_000L, "events", ""));
        }
        assertEquals(
                "import  20,000 events  900/s", meter.line(START + 21 * SECOND, Reading.open(20_000, "events", "")));
    }

    @Test
    void theLastLineHasTheRateOfTheWholeJob() {
        assertEquals(
                "import  10,000 events  2,500/s  [========================] 100 %",
                meter.end(START + 4 * SECOND, Reading.of(10_000, 10_000, "events")));
    }

    @Test
    void nothingToDoIsDone() {
        assertEquals(
                "import  0 events  0/s  [========================] 100 %",
                meter.end(START, Reading.of(0, 0, "events")));
    }

    @Test
    void whatWasDoneBeforeCountsForNoRate() {
        assertEquals(
                "mirror  2,500 events  250/s",
                new Meter("mirror", START, 2_000).line(START + 2 * SECOND, Reading.open(2_500, "events", "")));
    }

    @Test
    void spansReadLikeAClock() {
        assertEquals("0:07", Meter.span(7));
        assertEquals("12:30", Meter.span(750));
        assertEquals("3:05:00", Meter.span(3 * 3600 + 300));
    }
}
