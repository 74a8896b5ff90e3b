package dev.sluice.session;

import dev.sluice.intake.Delivery;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Counts what a relay delivers for one request. Guarded by the request's lock. */
final class ArrivalCounter {
    /** A relay that sends more than this many times the limit floods. */
    private static final int FLOOD_FACTOR = 10;

    private final List<Filter> withoutWindow;
    private final boolean live;
    private final long asked;

    // mutable state
    private final List<Arrival> matched = new ArrayList<>();
    private int malformed;
    private int outside;
    private int foreign;
    private int excess;
    private @Nullable Event sample;

    /**
     * @param live whether the request stays open: then it lives too long to keep what arrived
     */
    ArrivalCounter(List<Filter> filters, boolean live) {
        this.withoutWindow = filters.stream()
                .map(filter -> filter.withSince(OptionalLong.empty()).withUntil(OptionalLong.empty()))
                .toList();
        this.live = live;
        this.asked =
                filters.stream().mapToLong(filter -> filter.limit().orElse(0)).sum();
    }

    /** Counts an event by what became of it; only what was queued counts for paging, for only that will be stored. */
    void count(Event event, Delivery delivery) {
        sample = sample == null ? event : sample;
        switch (delivery) {
            case QUEUED -> keep(event);
            case UNMATCHED -> countUnmatched(event);
            case EXCESS, LATE -> excess++;
            case FULL -> throw new IllegalArgumentException("not delivered yet");
        }
    }

    void countMalformed() {
        malformed++;
    }

    boolean floods() {
        return !live && matched.size() + malformed + outside + foreign + excess > FLOOD_FACTOR * asked;
    }

    Arrivals arrivals() {
        return new Arrivals(matched, malformed, outside, foreign, excess);
    }

    /** The first event that came, whether it was asked for or not. */
    Optional<Event> sample() {
        return Optional.ofNullable(sample);
    }

    private void keep(Event event) {
        if (!live) {
            matched.add(new Arrival(event.createdAt(), event.id()));
        }
    }

    private void countUnmatched(Event event) {
        if (withoutWindow.stream().anyMatch(filter -> filter.matches(event))) {
            outside++;
        } else {
            foreign++;
        }
    }
}
