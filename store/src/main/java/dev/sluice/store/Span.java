package dev.sluice.store;

import dev.sluice.nostr.Filter;

/** Seconds from and to, both inclusive. */
record Span(long since, long until) {

    static Span of(Filter filter) {
        return new Span(Math.max(0, filter.since().orElse(0)), filter.until().orElse(Long.MAX_VALUE));
    }

    Posting low(long term) {
        return Posting.before(term, since);
    }

    Posting high(long term) {
        return Posting.after(term, until);
    }
}
