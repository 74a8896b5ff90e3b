package dev.sluice.relay;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.archive.Leave;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage.Hint;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The stored answer to a REQ: the newest events of each filter up to its limit, merged newest first, each event once. No
 * thread and no version of the archive is held between two events. One thread reads it.
 */
final class StoredEvents implements StoredAnswer {

    private static final Comparator<Encoded> NEWEST_FIRST =
            Comparator.comparingLong(Encoded::createdAt).reversed().thenComparing(Encoded::id);

    private final PriorityQueue<Source> sources =
            new PriorityQueue<>((one, two) -> NEWEST_FIRST.compare(one.current(), two.current()));

    private final boolean asked;
    private boolean cut;
    private @Nullable EventId last;

    private StoredEvents(boolean asked) {
        this.asked = asked;
    }

    /** Starts the scans. Blocks while the archive reads. */
    static StoredEvents of(List<Filter> filters, EventArchive archive, RelayLimits limits, Leave leave)
            throws InterruptedException {
        StoredEvents events = new StoredEvents(
                filters.stream().anyMatch(filter -> filter.limit().orElse(1) > 0));
        for (Filter filter : filters) {
            int limit =
                    Math.min(filter.limit().orElse(limits.count(Limit.DEFAULT_LIMIT)), limits.count(Limit.MAX_LIMIT));
            if (limit > 0 && !filter.matchesNothing()) {
                // one more than is sent tells whether there is more
                Filter bounded = filter.withLimit(OptionalInt.of(limit + 1));
                events.advance(new Source(archive.encoded(bounded, Order.NEWEST_FIRST, leave), limit));
            }
        }
        return events;
    }

    @Override
    public Optional<Encoded> next() throws InterruptedException {
        while (!sources.isEmpty()) {
            Source source = sources.remove();
            Encoded event = source.current();
            advance(source);
            if (!event.id().equals(last)) {
                last = event.id();
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }

    /** Nothing when the client wanted no stored events, else whether they were all. */
    @Override
    public Hint hint() {
        if (!asked) {
            return Hint.NONE;
        }
        return cut ? Hint.MORE : Hint.FINISH;
    }

    private void advance(Source source) throws InterruptedException {
        switch (source.advance()) {
            case AT_EVENT -> sources.add(source);
            case CUT -> cut = true;
            case DRAINED -> {}
        }
    }

    /** Where a source stands. */
    private enum Position {
        AT_EVENT,
        CUT,
        DRAINED
    }

    /** The stored events of one filter. */
    private static final class Source {

        private final Scan<Encoded> scan;
        private List<Encoded> slice = List.of();
        private int next;
        private int left;

        Source(Scan<Encoded> scan, int limit) {
            this.scan = scan;
            this.left = limit;
        }

        Position advance() throws InterruptedException {
            next++;
            if (next >= slice.size()) {
                slice = scan.next();
                next = 0;
            }
            if (slice.isEmpty()) {
                return Position.DRAINED;
            }
            left--;
            return left < 0 ? Position.CUT : Position.AT_EVENT;
        }

        Encoded current() {
            return slice.get(next);
        }
    }
}
