package dev.sluice.store;

/**
 * Compacts in the background. Chunks that are dead as a whole are used again by themselves; what lives in half dead ones
 * must be rewritten. Writer thread only.
 */
final class Upkeep {

    /** Percent of live bytes; while events come, little is left alive in old chunks, so this costs little. */
    private static final int BUSY = 50;

    private static final int IDLE = 70;

    /** Smaller files are not worth the work. */
    private static final long SMALLEST = 16L << 20;

    /** Looking is cheap but not free: every so many groups. */
    private static final int GROUPS = 4;

    private final EventFile file;
    private int groups;
    private Compaction compaction;

    Upkeep(EventFile file) {
        this.file = file;
        this.compaction = new Compaction(file, IDLE);
    }

    /** Whether a step is worth while after a turn of the writer. */
    boolean isDue(boolean idle) {
        if (idle) {
            return !compaction.isDone() && file.bytes() > SMALLEST && file.fillRate() < IDLE;
        }
        compaction = new Compaction(file, IDLE);
        return ++groups % GROUPS == 0 && file.bytes() > SMALLEST && file.fillRate() < BUSY;
    }

    /** One step. */
    void step() {
        compaction.step();
    }
}
