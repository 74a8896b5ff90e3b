package dev.sluice.intake;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.util.List;
import java.util.function.Consumer;

/** Filters and who hears what they match. Each is its own: two with equal filters are two. */
final class Watch {

    private final List<Filter> filters;
    private final Consumer<Arrival> sink;

    /** The sink is called by the thread that publishes and must not wait. */
    Watch(List<Filter> filters, Consumer<Arrival> sink) {
        this.filters = List.copyOf(filters);
        this.sink = sink;
    }

    List<Filter> filters() {
        return filters;
    }

    boolean matches(Event event) {
        for (Filter filter : filters) {
            if (filter.matches(event)) {
                return true;
            }
        }
        return false;
    }

    void hear(Arrival arrival) {
        sink.accept(arrival);
    }
}
