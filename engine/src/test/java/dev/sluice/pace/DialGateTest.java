package dev.sluice.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Metrics;
import dev.sluice.pace.DialGate.Attempt;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class DialGateTest {

    private static final Duration SPACING = Duration.ofMillis(250);

    private final ManualTime time = new ManualTime();
    private final DialGate gate = new DialGate(time, new Metrics());
    private final Pauses pauses = new Pauses(time, new Metrics());
    private final TaskScope scope = TaskScope.open("test");

    @AfterEach
    void end() {
        scope.close();
    }

    @Test
    void eightDialsAtATimeAndNoMore() throws InterruptedException {
        List<Attempt> attempts = eight();
        Fork<Attempt> ninth = scope.fork("ninth", () -> gate.awaitAttempt(pauses));
        time.advance(Duration.ofHours(1));
        assertTrue(!ninth.ended());
        attempts.get(3).close();
        ninth.join();
    }

    @Test
    void startsAreAQuarterOfASecondApart() throws InterruptedException {
        ConcurrentLinkedQueue<Long> starts = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 30; i++) {
            scope.fork("dial-" + i, () -> {
                try (Attempt attempt = gate.awaitAttempt(pauses)) {
                    return starts.add(time.nanos());
                }
            });
        }
        for (int started = 1; started < 30; started++) {
            awaitStarts(starts, started);
            time.awaitSleepers(1);
            assertEquals(SPACING.toNanos(), time.nextWake().orElseThrow());
            time.advance(SPACING);
        }
        scope.join();
        assertEquals(30, starts.size());
    }

    @Test
    void anInterruptedDialKeepsNoPlace() throws InterruptedException {
        gate.awaitAttempt(pauses);
        for (int i = 0; i < 20; i++) {
            Fork<Attempt> cancelled = scope.fork("cancelled", () -> gate.awaitAttempt(pauses));
            time.awaitSleepers(1);
            cancelled.cancel();
            while (!cancelled.ended()) {
                Thread.onSpinWait();
            }
        }
        time.advance(SPACING);
        gate.awaitAttempt(pauses).close();
    }

    @Test
    void aDialWaitsForThePausesOfItsRelay() throws InterruptedException {
        pauses.begin(Pauses.Kind.RATE);
        Fork<Attempt> dial = scope.fork("dial", () -> gate.awaitAttempt(pauses));
        time.awaitSleepers(1);
        gate.awaitAttempt(new Pauses(time, new Metrics())).close();
        time.advance(Duration.ofSeconds(65));
        dial.join();
    }

    @Test
    void aPauseThatBeginsWhileADialWaitsForItsTurnHoldsItBackAndKeepsNoPlace() throws InterruptedException {
        List<Attempt> attempts = eight();
        AtomicReference<Thread> thread = new AtomicReference<>();
        Fork<Attempt> ninth = scope.fork("ninth", () -> {
            thread.set(Thread.currentThread());
            return gate.awaitAttempt(pauses);
        });
        while (thread.get() == null || thread.get().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        pauses.begin(Pauses.Kind.INCOMPLETE);
        attempts.get(0).close();
        time.awaitSleepers(1);
        time.advance(SPACING);
        gate.awaitAttempt(new Pauses(time, new Metrics())).close();
        assertTrue(!ninth.ended());
        time.advance(Duration.ofSeconds(65));
        ninth.join();
    }

    @Test
    void aDialInterruptedInTheQueueOrInAPauseKeepsNoPlace() throws InterruptedException {
        List<Attempt> attempts = eight();
        Fork<Attempt> queued = scope.fork("queued", () -> gate.awaitAttempt(pauses));
        Pauses paused = new Pauses(time, new Metrics());
        paused.begin(Pauses.Kind.POLICY);
        Fork<Attempt> waiting = scope.fork("waiting", () -> gate.awaitAttempt(paused));
        time.awaitSleepers(1);
        for (Fork<Attempt> cancelled : List.of(queued, waiting)) {
            cancelled.cancel();
            while (!cancelled.ended()) {
                Thread.onSpinWait();
            }
        }
        attempts.forEach(Attempt::close);
        eight();
    }

    @Test
    void anAttemptEndsOnce() throws InterruptedException {
        List<Attempt> attempts = eight();
        attempts.get(0).close();
        attempts.get(0).close();
        time.advance(SPACING);
        gate.awaitAttempt(pauses);
        Fork<Attempt> tenth = scope.fork("tenth", () -> gate.awaitAttempt(pauses));
        time.advance(Duration.ofHours(1));
        assertTrue(!tenth.ended());
        attempts.get(1).close();
        tenth.join();
    }

    private static void awaitStarts(ConcurrentLinkedQueue<Long> starts, int number) {
        while (starts.size() < number) {
            Thread.onSpinWait();
        }
        assertEquals(number, starts.size());
    }

    private List<Attempt> eight() throws InterruptedException {
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            attempts.add(gate.awaitAttempt(pauses));
            time.advance(SPACING);
        }
        return attempts;
    }
}
