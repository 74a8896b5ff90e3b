package dev.sluice.session;

import dev.sluice.nostr.Filter;
import java.util.List;

/**
 * What a REQ asks.
 *
 * @param accepted what its events have to meet, no wider than the filters
 * @param live whether it stays open after its EOSE
 * @param awaited whether somebody waits for its end: else its refusal is signalled like the loss of what was open
 */
record Query(List<Filter> filters, List<Filter> accepted, boolean live, boolean awaited) {

    Query {
        filters = List.copyOf(filters);
        accepted = List.copyOf(accepted);
    }
}
