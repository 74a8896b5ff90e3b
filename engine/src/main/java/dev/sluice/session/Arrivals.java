package dev.sluice.session;

import java.util.List;

/**
 * What a relay sent for one request, counted before anything is dropped as known.
 *
 * @param matched events that meet the request's filter, in the order of arrival
 * @param malformed frames for the request that hold no well-formed event
 * @param outside events that would meet the filter but for its window: the sign of a relay that ignores it
 * @param foreign other events that were not asked for
 * @param excess matching events beyond the limit, which are dropped
 */
public record Arrivals(List<Arrival> matched, int malformed, int outside, int foreign, int excess) {

    public static final Arrivals NONE = new Arrivals(List.of(), 0, 0, 0, 0);

    public Arrivals {
        matched = List.copyOf(matched);
    }
}
