package dev.sluice.sync;

/**
 * What a sync has done, or done so far.
 *
 * @param phase what it does
 * @param have ids that the archive has and the relay lacks
 * @param need ids that the relay has and the archive lacks
 * @param downloaded events that are in the archive now and were not before
 * @param uploaded events that the relay has taken
 * @param skipped differences that are no work: events that are known not to be kept here, or not wanted there
 * @param rejected events that the relay did not take this time
 * @param rounds messages of negentropy that were sent, or pages
 * @param bytesIn received as text messages
 * @param bytesOut sent as text messages
 * @param complete whether both sides hold what the direction asks for
 * @param reason why it is not complete, and else, or before the end, empty
 */
public record SyncReport(
        Phase phase,
        long have,
        long need,
        long downloaded,
        long uploaded,
        long skipped,
        long rejected,
        long rounds,
        long bytesIn,
        long bytesOut,
        boolean complete,
        String reason) {

    /** What a sync does, in this order; the middle ones take turns. */
    public enum Phase {
        DIALLING,
        RECONCILING,
        PAGING,
        DOWNLOADING,
        UPLOADING,
        ENDED
    }
}
