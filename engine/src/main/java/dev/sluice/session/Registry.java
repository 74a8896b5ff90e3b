package dev.sluice.session;

import dev.sluice.nostr.SubscriptionId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/** The requests of one session that hold a slot, by id; bounded by the ledger. Any thread may use it. */
final class Registry {
    private final ConcurrentMap<SubscriptionId, Request> requests = new ConcurrentHashMap<>();

    void add(Request request) {
        requests.put(request.id(), request);
    }

    void remove(Request request) {
        requests.remove(request.id(), request);
    }

    Optional<Request> find(SubscriptionId id) {
        return Optional.ofNullable(requests.get(id));
    }

    int size() {
        return requests.size();
    }

    List<Request> all() {
        return List.copyOf(requests.values());
    }

    /** The request of a sort that was sent last. */
    Optional<Request> newest(Predicate<Request> sort) {
        return requests.values().stream().filter(sort).max(Comparator.comparingLong(Request::number));
    }
}
