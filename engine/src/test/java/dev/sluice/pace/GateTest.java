package dev.sluice.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.metrics.Metrics;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class GateTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualTime time = new ManualTime();
    private final Metrics metrics = new Metrics();
    private final TaskScope scope = TaskScope.open("test");
    private final long origin = time.nanos();

    @AfterEach
    void end() {
        scope.close();
    }

    @Test
    void theFirstStartIsFreeAndTheNextOnesAreSpacedInOrder() throws InterruptedException {
        Gate gate = background();
        assertEquals(0, start(gate));
        List<Fork<Long>> starts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            AtomicReference<Thread> thread = new AtomicReference<>();
            starts.add(scope.fork("start-" + i, () -> {
                thread.set(Thread.currentThread());
                return start(gate);
            }));
            awaitParked(thread);
        }
        for (int i = 0; i < 3; i++) {
            time.awaitSleepers(1);
            time.advance(SECOND);
            assertEquals((i + 1) * 1_000L, starts.get(i).join());
        }
    }

    @Test
    void aStallEarnsNoBurst() throws InterruptedException {
        Gate gate = background();
        start(gate);
        time.advance(Duration.ofSeconds(30));
        assertEquals(30_000, start(gate));
        Fork<Long> next = scope.fork("next", () -> start(gate));
        time.awaitSleepers(1);
        assertFalse(next.ended());
        time.advance(SECOND);
        assertEquals(31_000, next.join());
    }

    @Test
    void aLateStartMovesTheNextOne() throws InterruptedException {
        Gate gate = background();
        start(gate);
        Fork<Long> late = scope.fork("late", () -> start(gate));
        time.awaitSleepers(1);
        time.advance(Duration.ofMillis(1_700));
        assertEquals(1_700, late.join());
        Fork<Long> next = scope.fork("next", () -> start(gate));
        time.awaitSleepers(1);
        assertEquals(SECOND.toNanos(), time.nextWake().orElseThrow());
        time.advance(SECOND);
        assertEquals(2_700, next.join());
    }

    @Test
    void anInterruptedCallerLeavesNoGap() throws InterruptedException {
        Gate gate = background();
        start(gate);
        Fork<Long> cancelled = scope.fork("cancelled", () -> start(gate));
        time.awaitSleepers(1);
        time.advance(Duration.ofMillis(400));
        cancelled.cancel();
        awaitEnd(cancelled);
        Fork<Long> next = scope.fork("next", () -> start(gate));
        time.awaitSleepers(1);
        time.advance(Duration.ofMillis(600));
        assertEquals(1_000, next.join());
    }

    @Test
    void aCallerInterruptedInTheQueueLeavesNoGap() throws InterruptedException {
        Gate gate = background();
        start(gate);
        Fork<Long> first = scope.fork("first", () -> start(gate));
        time.awaitSleepers(1);
        Fork<Long> second = scope.fork("second", () -> start(gate));
        second.cancel();
        awaitEnd(second);
        time.advance(SECOND);
        assertEquals(1_000, first.join());
        Fork<Long> third = scope.fork("third", () -> start(gate));
        time.awaitSleepers(1);
        time.advance(SECOND);
        assertEquals(2_000, third.join());
    }

    @Test
    void aWiderSpacingHoldsForThoseWhoWaitAlready() throws InterruptedException {
        Gate gate = background();
        start(gate);
        Fork<Long> waiting = scope.fork("waiting", () -> start(gate));
        time.awaitSleepers(1);
        gate.spacing(Duration.ofSeconds(5));
        time.advance(SECOND);
        time.awaitSleepers(1);
        time.advance(Duration.ofSeconds(4));
        assertEquals(5_000, waiting.join());
    }

    @Test
    void anOpenGateNeverWaits() throws InterruptedException {
        Gate gate = Gate.open(Gate.Kind.REACTIVE, time, metrics);
        for (int i = 0; i < 100; i++) {
            assertEquals(0, start(gate));
        }
    }

    @Test
    void refusalsWidenAReactiveGateStepByStep() {
        Gate gate = Gate.open(Gate.Kind.REACTIVE, time, metrics);
        List<Long> spacings = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            gate.widen();
            spacings.add(gate.spacing().toMillis());
        }
        assertEquals(List.of(600L, 1_200L, 2_400L, 4_800L, 9_600L, 19_200L, 38_400L, 60_000L, 60_000L), spacings);
    }

    private Gate background() {
        return Gate.spaced(Gate.Kind.BACKGROUND, time, metrics);
    }

    /** The milliseconds since the test began at which the gate let us through. */
    private long start(Gate gate) throws InterruptedException {
        gate.awaitTurn();
        return Duration.ofNanos(time.nanos() - origin).toMillis();
    }

    /** In the gate's queue or asleep at its head: a parked thread is all that can be seen from outside. */
    private static void awaitParked(AtomicReference<Thread> thread) {
        while (thread.get() == null || thread.get().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private static void awaitEnd(Fork<Long> fork) {
        while (!fork.ended()) {
            Thread.onSpinWait();
        }
    }
}
