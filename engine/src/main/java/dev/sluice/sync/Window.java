package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A span of {@code created_at} that one negentropy round covers, both ends inclusive.
 *
 * @param since the lowest second
 * @param until the highest second; empty for "now and beyond", so that events dated ahead are not left out
 */
record Window(long since, OptionalLong until) {

    /** The window of a filter itself. */
    static Window of(Filter filter) {
        return new Window(filter.since().orElse(0), filter.until());
    }

    /** The filter within this window. A beginning of time is not spelled: a filter alike everywhere may be prepared for. */
    Filter of(Filter base, Window whole) {
        boolean fromStart = since == whole.since && base.since().isEmpty();
        return base.withSince(fromStart ? OptionalLong.empty() : OptionalLong.of(since))
                .withUntil(until);
    }

    /** What lies below a second and what does not; empty when that is no cut of this window. */
    Optional<List<Window>> cutAt(long second) {
        if (second <= since || second > until.orElse(Long.MAX_VALUE)) {
            return Optional.empty();
        }
        return Optional.of(List.of(new Window(since, OptionalLong.of(second - 1)), new Window(second, until)));
    }

    /** The second in the middle, the open end being now; the lowest second when nothing lies between. */
    long middle(long now) {
        long top = Math.max(since, until.isPresent() ? Math.min(until.getAsLong(), Math.max(now, since)) : now);
        return since + (top - since + 1) / 2;
    }
}
