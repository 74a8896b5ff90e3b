package dev.sluice.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import dev.sluice.task.TaskScope;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class ManualTimeTest {

    private final ManualTime time = new ManualTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();

    @Test
    void aSleeperWakesWhenItsMomentComesAndNotBefore() throws InterruptedException {
        try (TaskScope scope = TaskScope.open("test")) {
            long deadline = time.after(Duration.ofSeconds(65));
            Fork<Long> sleeper = scope.fork("sleeper", () -> {
                time.sleepUntil(deadline);
                return time.nanos();
            });
            time.awaitSleepers(1);
            time.advance(Duration.ofSeconds(64));
            assertFalse(sleeper.ended());
            time.advance(Duration.ofSeconds(1));
            assertEquals(deadline, sleeper.join());
        }
    }

    @Test
    void aWaitOnAConditionEndsByAdvance() throws InterruptedException {
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Boolean> waiter = scope.fork("waiter", () -> awaitFor(Duration.ofMinutes(2)));
            time.awaitSleepers(1);
            time.advance(Duration.ofMinutes(2));
            assertFalse(waiter.join());
        }
    }

    @Test
    void aWaitOnAConditionEndsBySignal() throws InterruptedException {
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Boolean> waiter = scope.fork("waiter", () -> awaitFor(Duration.ofMinutes(2)));
            time.awaitSleepers(1);
            signal();
            assertTrue(waiter.join());
        }
    }

    @Test
    void aMomentThatHasPassedIsNotWaitedFor() throws InterruptedException {
        time.sleepUntil(time.nanos());
        assertFalse(awaitFor(Duration.ZERO));
    }

    @Test
    void anInterruptEndsAWait() {
        TaskFailedException failure = assertThrows(TaskFailedException.class, this::interruptedSleep);
        assertTrue(failure.getCause() instanceof InterruptedException);
    }

    @Test
    void wallTimeFollows() {
        long before = time.seconds();
        time.advance(Duration.ofSeconds(90));
        assertEquals(before + 90, time.seconds());
    }

    private void signal() {
        lock.lock();
        try {
            condition.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void interruptedSleep() throws InterruptedException {
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Void> sleeper = scope.fork("sleeper", () -> {
                time.sleep(Duration.ofDays(1));
                return null;
            });
            time.awaitSleepers(1);
            sleeper.cancel();
            sleeper.join();
        }
    }

    private boolean awaitFor(Duration span) throws InterruptedException {
        lock.lock();
        try {
            return time.await(lock, condition, time.after(span));
        } finally {
            lock.unlock();
        }
    }
}
