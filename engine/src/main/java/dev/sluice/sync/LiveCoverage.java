package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.session.AdmissionScope;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import java.util.List;

/** Live subscriptions of one session, what is essential or what is in tiers: a whole set of groups or none. Used by the worker's thread. */
final class LiveCoverage {
    private final RelaySession session;
    private final RelayCounts counts;

    // mutable state
    private List<Request> open = List.of();
    private boolean gap;

    LiveCoverage(RelaySession session, RelayCounts counts) {
        this.session = session;
        this.counts = counts;
    }

    /**
     * Makes these groups live in place of those that are. On failure what was live before is so again, if the relay lets
     * it. Blocks until it is known.
     */
    AdmissionScope.Outcome open(List<List<Filter>> groups) throws InterruptedException {
        boolean was = isOpen();
        AdmissionScope scope = new AdmissionScope(session, open);
        try (scope) {
            AdmissionScope.Outcome outcome = scope.open(groups);
            if (outcome instanceof AdmissionScope.Outcome.Open) {
                scope.commit();
            }
            return outcome;
        } finally {
            hold(scope.live());
            gap |= scope.hasGap() || was != isOpen();
        }
    }

    /** Whether a request belongs to what is open now. */
    boolean holds(Request request) {
        return open.contains(request);
    }

    /** Whether a group is open now. */
    boolean holds(List<Filter> group) {
        return open.stream().anyMatch(request -> request.filters().equals(group));
    }

    int groups() {
        return open.size();
    }

    boolean isOpen() {
        return !open.isEmpty();
    }

    /** The bytes of all open requests. */
    long bytes() {
        return open.stream().mapToLong(Request::bytes).sum();
    }

    /** Whether, since the last call, something was not live for a while: it has ceased to be, or has come back. */
    boolean takeGap() {
        boolean was = gap;
        gap = false;
        return was;
    }

    /** Closes all of it. */
    void close() {
        gap |= isOpen();
        open.reversed().forEach(Request::close);
        hold(List.of());
    }

    private void hold(List<Request> now) {
        open.stream().filter(request -> !now.contains(request)).forEach(request -> counts.unfollow(request.receipt()));
        now.forEach(request -> counts.follow(request.receipt()));
        open = now;
    }
}
