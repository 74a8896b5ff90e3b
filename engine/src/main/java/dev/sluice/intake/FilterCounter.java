package dev.sluice.intake;

import dev.sluice.nostr.Filter;
import java.util.OptionalLong;

/** Counts what one filter was sent; its owner guards it. */
final class FilterCounter {

    private final Filter filter;
    private long raw;
    private long oldest;
    private long newest;
    private long last;
    private long rises;
    private long falls;

    FilterCounter(Filter filter) {
        this.filter = filter;
    }

    Filter filter() {
        return filter;
    }

    void count(long createdAt) {
        if (raw == 0) {
            oldest = createdAt;
            newest = createdAt;
            last = createdAt;
        }
        raw++;
        oldest = Math.min(oldest, createdAt);
        newest = Math.max(newest, createdAt);
        rises += createdAt > last ? 1 : 0;
        falls += createdAt < last ? 1 : 0;
        last = createdAt;
    }

    Tally.Seen seen() {
        return raw == 0
                ? Tally.Seen.NOTHING
                : new Tally.Seen(raw, OptionalLong.of(oldest), OptionalLong.of(newest), rises, falls);
    }
}
