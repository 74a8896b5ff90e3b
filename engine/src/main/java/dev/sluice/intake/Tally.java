package dev.sluice.intake;

import dev.sluice.archive.Refusals;
import java.util.List;
import java.util.OptionalLong;

/**
 * What came of one request. Deliveries are counted as they arrive, before duplicates and policy; verdicts count what is
 * durable.
 *
 * @param filters one entry for each filter of the request, in order
 * @param queued events that went on to verification
 * @param pending events of those without a verdict yet
 * @param unmatched deliveries that met no filter
 * @param excess deliveries beyond the sum of the limits
 * @param late deliveries after the end of the request
 * @param malformed deliveries that were no events
 * @param dropped queued events that were thrown away because the request was given up
 * @param refusals what will not be kept and need not be asked for again; empty for live requests, which have no end
 */
public record Tally(
        List<Seen> filters,
        long queued,
        long pending,
        long unmatched,
        long excess,
        long late,
        long malformed,
        long dropped,
        Verdicts verdicts,
        List<Refusals.Item> refusals) {

    public Tally {
        filters = List.copyOf(filters);
        refusals = List.copyOf(refusals);
    }

    /**
     * Deliveries that one filter matches; an event counts for each filter that it matches.
     *
     * @param raw how many
     * @param oldest the least created_at
     * @param newest the greatest created_at
     * @param rises how often an event was newer than the one before it
     * @param falls how often it was older
     */
    public record Seen(long raw, OptionalLong oldest, OptionalLong newest, long rises, long falls) {

        /** Nothing was delivered. */
        public static final Seen NOTHING = new Seen(0, OptionalLong.empty(), OptionalLong.empty(), 0, 0);

        /** Whether the events came oldest first. */
        public boolean ascending() {
            return rises > 0 && falls == 0;
        }
    }
}
