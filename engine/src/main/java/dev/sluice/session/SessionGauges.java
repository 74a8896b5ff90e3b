package dev.sluice.session;

import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import java.util.ArrayList;
import java.util.List;

/** What a session shows of itself for as long as it reads. */
record SessionGauges(List<Metrics.Report> reports) implements AutoCloseable {

    static SessionGauges report(Metrics metrics, SlotLedger ledger, Registry registry) {
        // within a session the budget only falls, and what was open then may stay
        int slots = ledger.budget();
        List<Metrics.Report> reports = new ArrayList<>(List.of(
                metrics.report(Gauge.CONNECTIONS, () -> 1),
                metrics.report(Gauge.SLOTS_FREE, ledger::free),
                metrics.report(Gauge.SLOT_WAITERS, ledger::waiting),
                metrics.report(Gauge.REQUESTS, registry::size, () -> slots),
                metrics.report(Gauge.UNANSWERED_EVENTS, registry::unanswered, () -> RelaySession.MOST_UNANSWERED)));
        for (SlotClass slotClass : SlotClass.values()) {
            reports.add(metrics.report(slotClass.held(), () -> ledger.held(slotClass)));
        }
        return new SessionGauges(List.copyOf(reports));
    }

    @Override
    public void close() {
        reports.forEach(Metrics.Report::close);
    }
}
