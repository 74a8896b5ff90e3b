package dev.sluice.task;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Whether every thread of the process but the test's own waits for another. On manual time nothing then happens until the
 * test does something, so the clock may jump. Newer runtimes tell; on those before 24 it is not known.
 */
public final class Stillness {
    private static final String[] COUNTS = {"MountedVirtualThreadCount", "QueuedVirtualThreadCount"};

    /** Workers of the engine and of the archive in memory. */
    private static final List<String> WORKERS = List.of("sluice-", "memory-archive");

    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();
    private static final ObjectName SCHEDULER = scheduler();

    private Stillness() {}

    /** Whether this runtime can tell. */
    public static boolean isKnown() {
        return BEANS.isRegistered(SCHEDULER);
    }

    /**
     * Whether all rest now. A virtual thread that was given a monitor is seen only once the runtime's own thread has
     * scheduled it: look again after a moment when much depends on it.
     *
     * @param work whether something waits for a worker: one that was woken and has not run yet looks as if it rested
     */
    public static boolean holds(BooleanSupplier work) {
        return virtualThreads() == 0 && !work.getAsBoolean() && !anyWorkerRuns();
    }

    private static long virtualThreads() {
        try {
            AttributeList counts = BEANS.getAttributes(SCHEDULER, COUNTS);
            return counts.asList().stream()
                    .map(Attribute::getValue)
                    .mapToLong(count -> ((Number) count).longValue())
                    .sum();
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean anyWorkerRuns() {
        Thread[] threads = new Thread[64];
        int count = Thread.currentThread().getThreadGroup().enumerate(threads);
        while (count == threads.length) {
            threads = new Thread[2 * threads.length];
            count = Thread.currentThread().getThreadGroup().enumerate(threads);
        }
        return Arrays.stream(threads, 0, count)
                .filter(thread -> WORKERS.stream().anyMatch(thread.getName()::startsWith))
                .anyMatch(thread -> thread.getState() == Thread.State.RUNNABLE);
    }

    private static ObjectName scheduler() {
        try {
            return new ObjectName("jdk.management:type=VirtualThreadScheduler");
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }
}
