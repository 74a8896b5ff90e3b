package dev.sluice.sync;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayMessage.Hint;
import dev.sluice.nostr.Signature;
import dev.sluice.session.Arrival;
import dev.sluice.session.Arrivals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** The paging of a relay as a pure function, with the habits of real ones. */
final class PagedRelay {
    private final List<Event> events;

    // habits
    int cap = 500;
    int extra;
    boolean oldestFirst;
    boolean sortsAscending;
    boolean exclusive;
    boolean ignoresUntil;
    boolean honest;
    Predicate<Event> withheld = event -> false;

    // what a test looks at
    final Set<EventId> sent = new HashSet<>();
    final List<Filter> asked = new ArrayList<>();

    PagedRelay(List<Event> events) {
        this.events = List.copyOf(events);
    }

    /** An event that nobody signed. */
    static Event event(long createdAt, int number, int kind) {
        return new Event(
                new EventId(number * 0x9E3779B97F4A7C15L, createdAt, kind, number),
                new PublicKey(1, 1, 1, number % 4),
                createdAt,
                kind,
                List.of(),
                "",
                new Signature(0, 0, 0, 0, 0, 0, 0, 0));
    }

    Page answer(Filter filter) {
        asked.add(filter);
        List<Event> all = new ArrayList<>(
                events.stream().filter(event -> meets(filter, event)).toList());
        Comparator<Event> order = oldestFirst ? Event.NEWEST_FIRST.reversed() : Event.NEWEST_FIRST;
        all.sort(order);
        int limit = Math.min(cap, filter.limit().orElseThrow()) + extra;
        List<Event> page = new ArrayList<>(all.subList(0, Math.min(limit, all.size())));
        page.removeIf(withheld);
        if (sortsAscending) {
            Collections.reverse(page);
        }
        page.forEach(event -> sent.add(event.id()));
        return page(filter, page, honest ? (all.size() > limit ? Hint.MORE : Hint.FINISH) : Hint.NONE);
    }

    private static Page page(Filter filter, List<Event> events, Hint hint) {
        List<Arrival> matched = events.stream()
                .filter(filter::matches)
                .map(event -> new Arrival(event.createdAt(), event.id()))
                .toList();
        return new Page(new Arrivals(matched, 0, events.size() - matched.size(), 0, 0), hint, false);
    }

    private boolean meets(Filter filter, Event event) {
        if (ignoresUntil) {
            return filter.withUntil(OptionalLong.empty()).matches(event);
        }
        boolean edge =
                filter.until().orElse(-1) == event.createdAt() || filter.since().orElse(-1) == event.createdAt();
        return filter.matches(event) && !(exclusive && edge);
    }
}
