package dev.sluice.store;

/**
 * Gives dead space back, in steps of a fraction of a second: first what still lives in chunks with much dead in them is
 * rewritten, then the last chunks are moved into gaps or, where they do not fit, rewritten, until the file is filled to a
 * rate. Writer thread only.
 */
final class Compaction {

    /** What compaction on demand goes for, in percent; each step leaves a little dead behind it. */
    static final int FULL = 85;

    /** Bytes that one step rewrites or moves. */
    private static final int STEP = 32 << 20;

    /** What a step has freed can be used only after the next one, so one step without effect is no sign of the end. */
    private static final int FRUITLESS = 3;

    private final EventFile file;
    private final int target;
    private final int stepBytes;
    private int fruitless;

    Compaction(EventFile file, int target) {
        this(file, target, STEP);
    }

    Compaction(EventFile file, int target, int stepBytes) {
        this.file = file;
        this.target = target;
        this.stepBytes = stepBytes;
    }

    /** One step. The version that is read must be published after it, or nothing of it can be used. */
    void step() {
        boolean helped = file.rewrite(target, stepBytes) || move() || file.rewriteLast(target, stepBytes);
        fruitless = helped ? 0 : fruitless + 1;
    }

    private boolean move() {
        long before = file.bytes();
        file.moveLast(target, stepBytes);
        return file.bytes() < before;
    }

    /** Whether another step would not help. */
    boolean isDone() {
        return fruitless >= FRUITLESS;
    }
}
