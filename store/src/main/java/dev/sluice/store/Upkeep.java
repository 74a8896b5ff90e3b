package dev.sluice.store;

/**
 * Gives dead space back. A file under random writes is mostly dead pages; whole dead chunks are used again by
 * themselves, half dead ones must be rewritten. Writer thread only.
 */
final class Upkeep {

    /** What compaction on demand goes for, in percent of live bytes. */
    private static final int FULL = 90;

    /** Rewriting while events come is worth its cost only below this (measured at a million events). */
    private static final int BUSY = 30;

    private static final int IDLE = 70;

    /** In the background writes may not wait for long: about a quarter of a second. */
    private static final int SMALL_STEP = 32 << 20;

    /** On demand, larger than any chunk that a full group makes. */
    private static final int LARGE_STEP = 128 << 20;

    /** Smaller files are not worth the work. */
    private static final long SMALLEST = 16L << 20;

    /** Looking is cheap but not free: every so many groups. */
    private static final int GROUPS = 8;

    private final EventFile file;
    private int groups;
    private boolean settled;

    Upkeep(EventFile file) {
        this.file = file;
    }

    /** Whether a step is worth while after a turn of the writer. */
    boolean isDue(boolean idle) {
        if (idle) {
            return !settled && file.bytes() > SMALLEST && file.fillRate() < IDLE;
        }
        settled = false;
        return ++groups % GROUPS == 0 && file.bytes() > SMALLEST && file.fillRate() < BUSY;
    }

    /** One step in the background. */
    void step() {
        long before = file.bytes();
        boolean rewritten = file.compact(IDLE, SMALL_STEP);
        // An idle file that does not shrink any more is left alone until something is written.
        settled = !rewritten && file.bytes() >= before;
    }

    /** One step of a full compaction. Returns whether another would help. */
    boolean compact() {
        long before = file.bytes();
        boolean rewritten = file.compact(FULL, LARGE_STEP);
        return rewritten || file.bytes() < before;
    }
}
