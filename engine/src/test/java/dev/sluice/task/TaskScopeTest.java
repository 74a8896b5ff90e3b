package dev.sluice.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class TaskScopeTest {

    @Test
    void aForkReturnsWhatItsTaskReturned() throws InterruptedException {
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Integer> fork = scope.fork("answer", () -> 42);
            assertEquals(42, fork.join());
            scope.join();
        }
    }

    @Test
    void threadsAreVirtualAndNamedAfterTheScope() throws InterruptedException {
        try (TaskScope scope = TaskScope.open("nos.lol")) {
            Fork<Thread> fork = scope.fork("history-3", Thread::currentThread);
            assertEquals("nos.lol/history-3", fork.join().getName());
            assertTrue(fork.join().isVirtual());
        }
    }

    @Test
    void joinThrowsTheFirstFailureWhileOthersStillRun() {
        IllegalStateException bug = new IllegalStateException("bug");
        try (TaskScope scope = TaskScope.open("test")) {
            scope.fork("for-ever", TaskScopeTest::waitForEver);
            scope.fork("faulty", () -> {
                throw bug;
            });
            assertSame(bug, assertThrows(TaskFailedException.class, scope::join).getCause());
        }
    }

    @Test
    void closingInterruptsWhatRunsAndReturnsWhenItHasEnded() throws InterruptedException {
        AtomicBoolean cleaned = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(1);
        try (TaskScope scope = TaskScope.open("test")) {
            scope.fork("waits", () -> {
                started.countDown();
                try {
                    return waitForEver();
                } finally {
                    cleaned.set(true);
                }
            });
            started.await();
        }
        assertTrue(cleaned.get());
    }

    @Test
    void anInterruptedCloserStillWaitsAndKeepsItsFlag() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        TaskScope scope = TaskScope.open("test");
        Fork<Object> stubborn = scope.fork("stubborn", () -> awaitStubbornly(release));
        AtomicBoolean endedBeforeClose = new AtomicBoolean();
        try (TaskScope closers = TaskScope.open("closers")) {
            Fork<Boolean> closer = closers.fork("closer", () -> {
                Thread.currentThread().interrupt();
                scope.close();
                endedBeforeClose.set(stubborn.ended());
                return Thread.currentThread().isInterrupted();
            });
            assertFalse(closer.ended());
            release.countDown();
            assertTrue(closer.join());
        }
        assertTrue(endedBeforeClose.get());
    }

    @Test
    void aCancelledScopeStartsNothingMore() {
        try (TaskScope scope = TaskScope.open("test")) {
            scope.cancel();
            AtomicBoolean ran = new AtomicBoolean();
            Fork<Object> late = scope.fork("late", () -> {
                ran.set(true);
                return null;
            });
            assertTrue(late.ended());
            assertFalse(ran.get());
            assertEquals(0, scope.running());
        }
    }

    @Test
    void aTaskThatObeysACancelIsNoFailure() throws InterruptedException {
        try (TaskScope scope = TaskScope.open("test")) {
            scope.fork("waits", TaskScopeTest::waitForEver);
            scope.cancel();
            scope.join();
        }
    }

    @Test
    void aTaskThatObeysItsOwnCancelIsNoFailureEither() throws InterruptedException {
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Object> one = scope.fork("waits", TaskScopeTest::waitForEver);
            one.cancel();
            scope.join();
            assertTrue(one.ended());
        }
    }

    @Test
    void tasksThatEndedAreForgotten() throws InterruptedException {
        try (TaskScope scope = TaskScope.open("test")) {
            for (int i = 0; i < 1_000; i++) {
                scope.fork("short-" + i, () -> null).join();
            }
            scope.join();
            assertEquals(0, scope.running());
        }
    }

    @Test
    void aWorkerIsAPlatformThreadThatCanBeWaitedFor() {
        AtomicBoolean ran = new AtomicBoolean();
        Thread.currentThread().interrupt();
        Worker worker =
                Worker.start("verifier-1", () -> ran.set(!Thread.currentThread().isVirtual()));
        worker.join();
        assertTrue(ran.get());
        assertTrue(Thread.interrupted());
        assertFalse(worker.current());
    }

    private static Object waitForEver() throws InterruptedException {
        new CountDownLatch(1).await();
        return new Object();
    }

    private static Object awaitStubbornly(CountDownLatch release) {
        while (true) {
            try {
                release.await();
                return new Object();
            } catch (InterruptedException ignored) {
                // a task that does not obey
            }
        }
    }
}
