package dev.sluice.relay;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.util.List;

/** Which events clients may publish here, beside what no relay may take. Asked before verification; must not block. */
@FunctionalInterface
public interface WritePolicy {

    /** Takes everything. */
    WritePolicy OPEN = event -> true;

    /** Whether clients may publish such an event. */
    boolean takes(Event event);

    /** Takes what at least one of the filters matches: "only what we mirror". */
    static WritePolicy only(List<Filter> filters) {
        List<Filter> wanted = List.copyOf(filters);
        return event -> wanted.stream().anyMatch(filter -> filter.matches(event));
    }
}
