package dev.sluice.app.cli;

/**
 * The threads that carry virtual threads. The JDK has as many as there are cores. A carrier looks after what its own
 * threads have woken before it looks at what others hand in, and those of a busy port wake each other without end: what the
 * archive's readers and the sockets' selectors wake then waits for seconds. With more carriers than the port lets clients
 * work at a time, some are always free for it, and the operating system shares the cores.
 */
final class Carriers {

    /** Read by the JDK when the first virtual thread starts (implementation note of {@link Thread}). */
    static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

    private static final int LEAST = 8;

    private static final int PER_CORE = 4;

    private Carriers() {}

    /** Says how many there are to be, unless the command line has said so. To be called before any virtual thread starts. */
    static void settle() {
        if (System.getProperty(PARALLELISM) == null) {
            System.setProperty(
                    PARALLELISM, String.valueOf(on(Runtime.getRuntime().availableProcessors())));
        }
    }

    /** How many for so many cores: twice as many as clients that are worked for at a time. */
    static int on(int cores) {
        return Math.max(LEAST, PER_CORE * cores);
    }
}
