package dev.sluice.session;

import dev.sluice.nostr.SubscriptionId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * The requests and negentropy sessions of one connection that hold a slot, by id, and the events that wait for their OK.
 * The ledger bounds the former, who sends events the latter. Any thread may use it.
 */
final class Registry {
    private final ConcurrentMap<SubscriptionId, Request> requests = new ConcurrentHashMap<>();
    private final ConcurrentMap<SubscriptionId, Reconciliation> reconciliations = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Published> published = new ConcurrentHashMap<>();

    void add(Request request) {
        requests.put(request.id(), request);
    }

    void add(Reconciliation reconciliation) {
        reconciliations.put(reconciliation.id(), reconciliation);
    }

    void add(Published event) {
        published.put(event.id().hex(), event);
    }

    void remove(Request request) {
        requests.remove(request.id(), request);
    }

    void remove(Reconciliation reconciliation) {
        reconciliations.remove(reconciliation.id(), reconciliation);
    }

    void remove(Published event) {
        published.remove(event.id().hex(), event);
    }

    Optional<Request> find(SubscriptionId id) {
        return Optional.ofNullable(requests.get(id));
    }

    Optional<Reconciliation> reconciliation(SubscriptionId id) {
        return Optional.ofNullable(reconciliations.get(id));
    }

    /** An event that waits for its OK, by its id as it stood on the wire. */
    Optional<Published> published(String id) {
        return Optional.ofNullable(published.get(id));
    }

    /** Requests and negentropy sessions. */
    int size() {
        return requests.size() + reconciliations.size();
    }

    /** Events that wait for their OK. */
    int unanswered() {
        return published.size();
    }

    /** The bytes of all REQs that the relay holds open, or may. */
    long bytes() {
        return requests.values().stream().mapToLong(Request::bytes).sum();
    }

    List<Request> all() {
        return List.copyOf(requests.values());
    }

    List<Reconciliation> reconciliations() {
        return List.copyOf(reconciliations.values());
    }

    List<Published> published() {
        return List.copyOf(published.values());
    }

    /** The request of a sort that was sent last. */
    Optional<Request> newest(Predicate<Request> sort) {
        return requests.values().stream().filter(sort).max(Comparator.comparingLong(Request::number));
    }

    /** The negentropy session that was opened last and has had no answer, unless a REQ after it has had none either. */
    Optional<Reconciliation> opening() {
        Optional<Reconciliation> opening = reconciliations.values().stream()
                .filter(Reconciliation::isOpening)
                .max(Comparator.comparingLong(Reconciliation::number));
        long request = newest(Request::isUnanswered).map(Request::number).orElse(0L);
        return opening.filter(one -> one.number() > request);
    }
}
