package dev.sluice.time;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class SystemTimeTest {

    private final Time time = Time.system();

    @Test
    void aSleepEndsAtItsMomentOrLater() throws InterruptedException {
        long deadline = time.after(Duration.ofMillis(3));
        time.sleepUntil(deadline);
        assertTrue(time.reached(deadline));
    }

    @Test
    void aWaitWithoutSignalSaysThatTheMomentHasCome() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            assertFalse(time.await(lock, lock.newCondition(), time.after(Duration.ofMillis(1))));
        } finally {
            lock.unlock();
        }
    }

    @Test
    void anInterruptedThreadDoesNotSleepAtAll() {
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> time.sleepUntil(time.nanos() - 1));
    }
}
