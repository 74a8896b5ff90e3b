package dev.sluice.relay;

/**
 * What the relay allows to reconcile (RULES 9).
 *
 * @param sessions open at a time on one connection
 * @param sessionsInAll open at a time on all connections
 * @param items of one session
 * @param itemsInAll of all remembered sets, which sessions share
 * @param frameBytes of one frame; its hex form is twice as long and fits the tightest message caps in use
 * @param idleSeconds after which a session that heard nothing may make room for another
 */
public record NegentropyLimits(
        int sessions, int sessionsInAll, int items, long itemsInAll, int frameBytes, int idleSeconds) {

    /** The numbers of RULES 9.1; four full sets are remembered. */
    public static final NegentropyLimits DEFAULT = new NegentropyLimits(10, 100, 1_000_000, 4_000_000, 60_000, 300);

    public NegentropyLimits {
        boolean positive = sessions > 0 && sessionsInAll > 0 && items > 0 && itemsInAll >= items && idleSeconds > 0;
        if (!positive || frameBytes < 4096) {
            throw new IllegalArgumentException("limits out of range");
        }
    }
}
