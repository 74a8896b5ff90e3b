package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import java.time.Duration;

/**
 * What to reconcile with one relay, once.
 *
 * @param filter its limit is ignored, its window kept
 * @param paged whether to page although the relay may do negentropy
 * @param frameBytes the longest negentropy frame of ours
 * @param patience how long the relay may be quiet
 */
public record SyncPlan(
        MirrorPlan.Source source,
        Filter filter,
        Direction direction,
        boolean paged,
        int frameBytes,
        Duration patience) {

    /** The longest frame that goes through the message caps in common use, in bytes. */
    public static final int USUAL_FRAME_BYTES = Information.FRAME_BYTES;

    /** Which events are moved. */
    public enum Direction {
        /** Those that the relay has and the archive lacks. */
        DOWN(true, false),
        /** Those that the archive has and the relay lacks. */
        UP(false, true),
        BOTH(true, true),
        /** None: the difference is only told. */
        NONE(false, false);

        private final boolean down;
        private final boolean up;

        Direction(boolean down, boolean up) {
            this.down = down;
            this.up = up;
        }

        boolean down() {
            return down;
        }

        boolean up() {
            return up;
        }
    }
}
