package dev.sluice.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.metrics.Counter;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
            gate.widen(Duration.ZERO);
            spacings.add(gate.spacing().toMillis());
        }
        assertEquals(List.of(600L, 1_200L, 2_400L, 4_800L, 9_600L, 19_200L, 38_400L, 60_000L, 60_000L), spacings);
    }

    @Test
    void aTurnIsOneAtTheGateThatItLeadsToAsWell() throws InterruptedException {
        Gate shared = Gate.open(Gate.Kind.REACTIVE, time, metrics);
        Gate history = background().leadingTo(shared);
        shared.spacing(Duration.ofSeconds(10));
        assertEquals(0, start(history));
        Fork<Long> second = scope.fork("second", () -> start(history));
        time.awaitSleepers(1);
        time.advance(SECOND);
        time.awaitSleepers(1);
        assertFalse(second.ended());
        time.advance(Duration.ofSeconds(9));
        assertEquals(10_000, second.join());
        assertEquals(SECOND, history.spacing());
    }

    /** However much history waits, only its first start stands before a live one at the gate that both share. */
    @Test
    void oneStartOfASortAtMostQueuesAtASharedGate() throws InterruptedException {
        Gate shared = Gate.open(Gate.Kind.REACTIVE, time, metrics);
        Gate history = background().leadingTo(shared);
        Gate live = Gate.spaced(Gate.Kind.LIVE, time, metrics).leadingTo(shared);
        shared.spacing(Duration.ofSeconds(60));
        assertEquals(0, start(history));
        List<Fork<Long>> pages = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            pages.add(scope.fork("page-" + i, () -> start(history)));
        }
        time.awaitSleepers(1);
        time.advance(SECOND);
        time.awaitSleepers(1);
        AtomicReference<Thread> thread = new AtomicReference<>();
        Fork<Long> wanted = scope.fork("live", () -> {
            thread.set(Thread.currentThread());
            return start(live);
        });
        awaitParked(thread);
        time.advance(Duration.ofSeconds(59));
        time.awaitSleepers(1);
        time.advance(Duration.ofSeconds(60));
        assertEquals(120_000, wanted.join());
        assertEquals(1, pages.stream().filter(Fork::ended).count());
    }

    @Test
    void aRelayThatCountsFiltersIsGivenTimeForEachOfThem() throws InterruptedException {
        Gate gate = Gate.open(Gate.Kind.REACTIVE, time, metrics);
        gate.widen(Duration.ZERO);
        gate.awaitTurn(10);
        time.advance(Duration.ofMillis(600));
        gate.awaitTurn(10);
        gate.countFilters();
        Fork<Long> next = scope.fork("next", () -> start(gate));
        time.awaitSleepers(1);
        assertEquals(Duration.ofSeconds(6).toNanos(), time.nextWake().orElseThrow());
        time.advance(Duration.ofSeconds(6));
        assertEquals(6_600, next.join());
        Fork<Long> afterOne = scope.fork("after one", () -> start(gate));
        time.awaitSleepers(1);
        assertEquals(Duration.ofMillis(600).toNanos(), time.nextWake().orElseThrow());
        time.advance(Duration.ofMillis(600));
        afterOne.join();
    }

    @Test
    void aCallerInterruptedAtTheNextGateLeavesNoGapAtEither() throws InterruptedException {
        Gate shared = Gate.open(Gate.Kind.REACTIVE, time, metrics);
        Gate history = background().leadingTo(shared);
        shared.spacing(Duration.ofSeconds(5));
        start(history);
        time.advance(SECOND);
        Fork<Long> cancelled = scope.fork("cancelled", () -> start(history));
        time.awaitSleepers(1);
        cancelled.cancel();
        awaitEnd(cancelled);
        time.advance(Duration.ofSeconds(4));
        assertEquals(5_000, start(history));
    }

    @ParameterizedTest
    @EnumSource(Gate.Kind.class)
    void whatWaitedIsCounted(Gate.Kind kind) throws InterruptedException {
        Gate gate = Gate.open(kind, time, metrics);
        gate.spacing(SECOND);
        Counter counter = Counter.valueOf("GATE_WAITS_" + kind);
        start(gate);
        assertEquals(0, metrics.value(counter));
        Fork<Long> next = scope.fork("next", () -> start(gate));
        time.awaitSleepers(1);
        time.advance(SECOND);
        next.join();
        assertEquals(1, metrics.value(counter));
        assertEquals(1_000, metrics.value(Counter.GATE_WAIT_MILLIS));
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
