package dev.sluice.store;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;

/** A filter as far as heads can answer it. */
record Condition(Filter filter) {

    /** Whether a head meets all but the tags. */
    boolean meets(Head head) {
        return (filter.ids() == null || filter.ids().contains(head.id()))
                && (filter.authors() == null || filter.authors().contains(head.pubkey()))
                && (filter.kinds() == null || filter.kinds().contains(head.kind()))
                && head.createdAt() >= filter.since().orElse(0)
                && head.createdAt() <= filter.until().orElse(Long.MAX_VALUE);
    }

    /** Whether an event behind a head meets all. The body is read only when there are tags to ask about. */
    boolean meets(Maps maps, Found found) {
        if (!meets(found.head())) {
            return false;
        }
        if (filter.tags().isEmpty()) {
            return true;
        }
        Event event = maps.event(found.seq());
        return event != null && filter.matches(event);
    }
}
