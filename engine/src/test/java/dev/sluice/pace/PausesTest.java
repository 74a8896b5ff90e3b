package dev.sluice.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.pace.Pauses.Kind;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(20)
final class PausesTest {

    private static final Duration FIRST = Duration.ofSeconds(65);

    private final ManualTime time = new ManualTime();
    private final Metrics metrics = new Metrics();
    private final Pauses pauses = new Pauses(time, metrics);

    @Test
    void aRelayWithoutRefusalsIsNotPaused() {
        assertEquals(Optional.empty(), pauses.blocked());
        assertEquals(Optional.empty(), pauses.blockedNegentropy());
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"RATE", "INCOMPLETE", "NEGENTROPY"})
    void pausesDoubleFromSixtyFiveSecondsToAnHour(Kind kind) {
        assertEquals(List.of(65L, 130L, 260L, 520L, 1_040L, 2_080L, 3_600L, 3_600L), lengths(kind, 8));
    }

    @Test
    void policyPausesDoubleFromAnHourToADay() {
        assertEquals(List.of(3_600L, 7_200L, 14_400L, 28_800L, 57_600L, 86_400L, 86_400L), lengths(Kind.POLICY, 7));
    }

    @Test
    void repeatedNoticesDuringAPauseDoNotExtendIt() {
        pauses.begin(Kind.RATE);
        time.advance(Duration.ofSeconds(40));
        assertFalse(pauses.begin(Kind.RATE));
        assertEquals(Optional.of(Duration.ofSeconds(25)), pauses.blocked());
        time.advance(Duration.ofSeconds(25));
        assertTrue(pauses.begin(Kind.RATE));
        assertEquals(Optional.of(FIRST.multipliedBy(2)), pauses.blocked());
    }

    @Test
    void aTimeThatTheRelayNamesIsKeptWithinReason() {
        pauses.begin(Kind.RATE, Duration.ofSeconds(600));
        assertEquals(Optional.of(Duration.ofSeconds(600)), pauses.blocked());
        time.advance(Duration.ofSeconds(600));
        pauses.begin(Kind.RATE, Duration.ofSeconds(5));
        assertEquals(Optional.of(FIRST.multipliedBy(2)), pauses.blocked());
        time.advance(FIRST.multipliedBy(2));
        pauses.begin(Kind.RATE, Duration.ofDays(400));
        assertEquals(Optional.of(Duration.ofHours(1)), pauses.blocked());
    }

    @Test
    void allThreeMustHaveExpired() {
        pauses.begin(Kind.RATE);
        time.advance(Duration.ofSeconds(30));
        pauses.begin(Kind.INCOMPLETE);
        time.advance(Duration.ofSeconds(35));
        assertEquals(Optional.of(Duration.ofSeconds(30)), pauses.blocked());
        pauses.begin(Kind.POLICY);
        time.advance(Duration.ofSeconds(30));
        assertEquals(Optional.of(Duration.ofHours(1).minusSeconds(30)), pauses.blocked());
    }

    @Test
    void theNegentropyPauseStopsOnlyNegentropy() {
        pauses.begin(Kind.NEGENTROPY);
        assertEquals(Optional.empty(), pauses.blocked());
        assertEquals(Optional.of(FIRST), pauses.blockedNegentropy());
    }

    @Test
    void otherPausesStopNegentropyToo() {
        pauses.begin(Kind.RATE);
        assertEquals(Optional.of(FIRST), pauses.blockedNegentropy());
    }

    @Test
    void fiveUnpausedMinutesWithoutRefusalBeginAtTheFirstLengthAgain() {
        lengths(Kind.RATE, 3);
        time.advance(Duration.ofMinutes(5));
        assertEquals(List.of(65L, 130L), lengths(Kind.RATE, 2));
    }

    @Test
    void lessThanFiveUnpausedMinutesDoNot() {
        lengths(Kind.RATE, 3);
        time.advance(Duration.ofMinutes(5).minusSeconds(1));
        assertEquals(List.of(520L), lengths(Kind.RATE, 1));
    }

    @Test
    void minutesUnderAnotherPauseAreNotUnpaused() {
        lengths(Kind.RATE, 1);
        pauses.begin(Kind.POLICY);
        time.advance(Duration.ofHours(1).plusMinutes(4));
        assertEquals(List.of(130L), lengths(Kind.RATE, 1));
    }

    @Test
    void quietMinutesCountAlsoWhenAnotherPauseComesAfterThem() {
        lengths(Kind.RATE, 2);
        time.advance(Duration.ofMinutes(6));
        lengths(Kind.POLICY, 1);
        assertEquals(List.of(65L), lengths(Kind.RATE, 1));
    }

    @Test
    void waitingForExpiryCoversAPauseThatBeganMeanwhile() throws InterruptedException {
        pauses.begin(Kind.RATE);
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Object> dial = scope.fork("dial", () -> {
                pauses.awaitExpiry();
                return "dialled";
            });
            time.awaitSleepers(1);
            pauses.begin(Kind.POLICY);
            time.advance(FIRST);
            time.awaitSleepers(1);
            assertFalse(dial.ended());
            time.advance(Duration.ofHours(1));
            assertEquals("dialled", dial.join());
        }
    }

    @Test
    void anInterruptEndsTheWaitForExpiryAndNotThePause() throws InterruptedException {
        pauses.begin(Kind.RATE);
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Object> dial = scope.fork("dial", () -> {
                pauses.awaitExpiry();
                return "dialled";
            });
            time.awaitSleepers(1);
            dial.cancel();
            TaskFailedException failure = assertThrows(TaskFailedException.class, dial::join);
            assertInstanceOf(InterruptedException.class, failure.getCause());
        }
        assertEquals(Optional.of(FIRST), pauses.blocked());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aPauseIsCountedWhenItBeginsAndNotAgainWhileItRuns(Kind kind) {
        pauses.begin(kind);
        pauses.begin(kind);
        assertEquals(1, metrics.value(Counter.valueOf("PAUSES_" + kind)));
    }

    /** Begins a pause as soon as the one before has expired. */
    private List<Long> lengths(Kind kind, int times) {
        List<Long> lengths = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            assertTrue(pauses.begin(kind));
            Duration length = pauses.left(kind).orElseThrow();
            lengths.add(length.toSeconds());
            time.advance(length);
        }
        return lengths;
    }
}
