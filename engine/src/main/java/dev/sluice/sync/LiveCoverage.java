package dev.sluice.sync;

import dev.sluice.budget.Admission;
import dev.sluice.budget.Ceilings;
import dev.sluice.budget.Slot;
import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.Groups;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The essential live subscriptions of one session: all of them or none. Filters carry no cursor and ask for one stored
 * event, so that every relay answers with an EOSE. Used by the worker's thread.
 */
final class LiveCoverage {
    private final RelaySession session;
    private final RelayCounts counts;

    // mutable state
    private List<Request> open = List.of();

    LiveCoverage(RelaySession session, RelayCounts counts) {
        this.session = session;
        this.counts = counts;
    }

    /** Whether the whole set is live. */
    sealed interface Outcome {
        record Open(int requests) implements Outcome {}

        /** A relay's answer to a request of so many filters stood in the way; nothing is live. */
        record Refused(Terminal terminal, int filters) implements Outcome {}

        /** Not everything could be sent; nothing is live. */
        record NotStarted(Start.NotStarted why) implements Outcome {}
    }

    /** Opens every filter, in as few requests as the ceilings allow. On failure what was opened is closed in reverse. */
    Outcome open(List<Filter> filters, Ceilings ceilings) throws InterruptedException {
        List<Filter> live = filters.stream()
                .map(filter -> filter.withLimit(OptionalInt.of(1)))
                .toList();
        List<List<Filter>> groups = Groups.pack(live, ceilings.filters(), ceilings.payloadBytes());
        if (groups.isEmpty()) {
            return new Outcome.Open(0);
        }
        return switch (session.ledger().awaitGroup(SlotClass.LIVE, groups.size())) {
            case Admission.Granted granted -> open(groups, granted.slots());
            case Admission.Refused refused -> new Outcome.NotStarted(why(refused.reason()));
        };
    }

    private Outcome open(List<List<Filter>> groups, List<Slot> slots) throws InterruptedException {
        List<Request> opened = new ArrayList<>();
        boolean whole = false;
        try {
            for (int i = 0; i < groups.size(); i++) {
                switch (session.sendLive(slots.get(i), groups.get(i))) {
                    case Start.NotStarted notStarted -> {
                        return new Outcome.NotStarted(notStarted);
                    }
                    case Start.Started started -> {
                        opened.add(started.request());
                        Terminal terminal = started.request().await();
                        if (!(terminal instanceof Terminal.Eose)) {
                            return new Outcome.Refused(terminal, groups.get(i).size());
                        }
                    }
                }
            }
            whole = true;
            open = List.copyOf(opened);
            open.forEach(request -> counts.follow(request.receipt()));
            return new Outcome.Open(opened.size());
        } finally {
            if (!whole) {
                opened.reversed().forEach(Request::close);
                // a request that was opened gives its own slot back, in its own time
                slots.subList(opened.size(), slots.size()).forEach(Slot::close);
            }
        }
    }

    /** Whether a request belongs to what is open now. */
    boolean holds(Request request) {
        return open.contains(request);
    }

    boolean isOpen() {
        return !open.isEmpty();
    }

    /** Closes all of it. */
    void close() {
        open.reversed().forEach(Request::close);
        open.forEach(request -> counts.unfollow(request.receipt()));
        open = List.of();
    }

    private static Start.NotStarted why(Admission.Reason reason) {
        return switch (reason) {
            case LEDGER_CLOSED -> new Start.Over();
            case OVER_BUDGET -> new Start.OverBudget();
        };
    }
}
