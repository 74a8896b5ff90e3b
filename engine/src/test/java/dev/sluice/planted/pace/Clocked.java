package dev.sluice.planted.pace;

import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Reads clocks and sleeps in every way there is. */
@SuppressWarnings("JavaUtilDate")
final class Clocked {
    private final LongSupplier nanos = System::nanoTime;
    private final Supplier<Instant> instant = Instant::now;
    private final Clock clock = Clock.systemUTC();
    private final Date date = new Date();

    long millis() throws InterruptedException {
        TimeUnit.SECONDS.sleep(1);
        LockSupport.parkNanos(1);
        return System.currentTimeMillis() + date.getTime() + clock.millis() + nanos.getAsLong() + of(instant);
    }

    private static long of(Supplier<Instant> instant) {
        return instant.get().toEpochMilli();
    }
}
