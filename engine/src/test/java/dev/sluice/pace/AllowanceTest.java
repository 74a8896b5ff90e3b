package dev.sluice.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.pace.Allowance.Rate;
import dev.sluice.pace.Allowance.Unit;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class AllowanceTest {
    private static final Rate TWENTY_A_MINUTE = new Rate(Unit.FILTERS, 20, Duration.ofMinutes(1), 100);

    private final ManualTime time = new ManualTime();
    private final Allowance allowance = new Allowance(time);

    @Test
    void withoutARateEverythingPasses() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            allowance.await(10);
        }
    }

    @Test
    void nineTenthsOfTheBurstPassAtOnceAndThenWhatFlowsIn() throws InterruptedException {
        allowance.keepTo(TWENTY_A_MINUTE);
        for (int i = 0; i < 9; i++) {
            allowance.await(10);
        }

        assertEquals(Duration.ofSeconds(3), waits(1));
        assertEquals(Duration.ofSeconds(15), waits(5));
    }

    @Test
    void queriesCountOnceHoweverManyFiltersTheyHold() throws InterruptedException {
        allowance.keepTo(new Rate(Unit.QUERIES, 60, Duration.ofMinutes(1), 10));
        for (int i = 0; i < 9; i++) {
            allowance.await(10);
        }

        assertEquals(Duration.ofSeconds(1), waits(10));
    }

    @Test
    void moreThanABurstPassesWhenNothingIsUsed() throws InterruptedException {
        allowance.keepTo(TWENTY_A_MINUTE);

        allowance.await(1_000);

        assertEquals(Duration.ofSeconds(3), waits(1));
    }

    @Test
    void anInterruptedCallerUsesNothingUp() throws InterruptedException {
        allowance.keepTo(TWENTY_A_MINUTE);
        allowance.await(90);
        try (TaskScope scope = TaskScope.open("caller")) {
            Fork<Boolean> caller = scope.fork("await", () -> {
                allowance.await(20);
                return true;
            });
            time.awaitSleepers(1);
            scope.cancel();
        }

        assertEquals(Duration.ofSeconds(3), waits(1));
    }

    /** How long a start has to wait, to the second. */
    private Duration waits(int filters) throws InterruptedException {
        long start = time.nanos();
        try (TaskScope scope = TaskScope.open("caller")) {
            Fork<Boolean> caller = scope.fork("await", () -> {
                allowance.await(filters);
                return true;
            });
            time.awaitSleepers(1);
            time.advance(Duration.ofNanos(time.nextWake().orElseThrow()));
            assertTrue(caller.join());
        }
        return Duration.ofSeconds(Math.round((time.nanos() - start) / 1e9));
    }
}
