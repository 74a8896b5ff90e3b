package dev.sluice.profile;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The REQs that a client has open, oldest first. The receiving thread uses it. */
final class OpenRequests {
    private final Map<SubscriptionId, Open> open = new LinkedHashMap<>();

    private record Open(List<Filter> filters, long bytes) {}

    void add(SubscriptionId id, List<Filter> filters, long bytes) {
        open.remove(id);
        open.put(id, new Open(filters, bytes));
    }

    /** False when it was not open. */
    boolean remove(SubscriptionId id) {
        return open.remove(id) != null;
    }

    boolean has(SubscriptionId id) {
        return open.containsKey(id);
    }

    boolean has(SubscriptionId id, List<Filter> filters) {
        @Nullable Open same = open.get(id);
        return same != null && same.filters().equals(filters);
    }

    int count() {
        return open.size();
    }

    /** How many there are with this one. */
    int countWith(SubscriptionId id) {
        return open.size() + (has(id) ? 0 : 1);
    }

    /** What all weigh with this one in the place of the one of its id. */
    long bytesWith(SubscriptionId id, long bytes) {
        @Nullable Open same = open.get(id);
        long all = open.values().stream().mapToLong(Open::bytes).sum();
        return all + bytes - (same == null ? 0 : same.bytes());
    }

    SubscriptionId oldest() {
        return open.keySet().iterator().next();
    }
}
