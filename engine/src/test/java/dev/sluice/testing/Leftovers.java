package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.logging.Logger;

/** What a long run may leave behind: threads of the platform, and memory. */
public final class Leftovers {

    private static final Logger LOG = Logger.getLogger(Leftovers.class.getName());

    /** What the collector, compiled code and caches of the JDK may differ by. */
    private static final long SLACK_BYTES = 32L << 20;

    private static final int SLACK_THREADS = 8;

    private final String what;
    private final long bytes;
    private final int threads;

    private Leftovers(String what, long bytes, int threads) {
        this.what = what;
        this.bytes = bytes;
        this.threads = threads;
    }

    /** Takes the measure before a run whose classes are loaded already. */
    public static Leftovers before(String what) {
        return new Leftovers(what, used(), threads());
    }

    /** Fails when more is there than before; says how much either way. */
    public void none(int frames) {
        long now = used();
        LOG.info(() -> String.format(
                Locale.ROOT,
                "%s: %,d frames, heap %.1f MiB before and %.1f after, threads %d and %d",
                what,
                frames,
                bytes / 1048576.0,
                now / 1048576.0,
                threads,
                threads()));
        assertTrue(now - bytes < SLACK_BYTES, "heap grew from " + bytes + " to " + now);
        assertTrue(threads() - threads < SLACK_THREADS, "threads grew from " + threads + " to " + threads());
    }

    /** What is held now beyond that, in bytes. */
    public long bytesSince() {
        return used() - bytes;
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** The least of a few collections: one alone may not find all. */
    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }
}
