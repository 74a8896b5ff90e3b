package dev.sluice.budget;

import dev.sluice.budget.Admission.Granted;
import dev.sluice.budget.Admission.Reason;
import dev.sluice.budget.Admission.Refused;
import dev.sluice.metrics.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a ledger has granted and who waits. Guarded by the ledger's lock; those who are answered are returned, to be told
 * without it.
 */
final class SlotBook {
    private final SlotLedger ledger;
    private final SlotCount count;
    private final Metrics metrics;
    private final DemandQueue queue = new DemandQueue();

    SlotBook(SlotLedger ledger, SlotCount count, Metrics metrics) {
        this.ledger = ledger;
        this.count = count;
        this.metrics = metrics;
    }

    SlotCount count() {
        return count;
    }

    /** Demands without an answer. */
    int waiting() {
        return queue.size();
    }

    Admission tryGrant(SlotClass slotClass, int slots) {
        return ledger.isOpen() && count.fits(slotClass, slots) ? grant(slotClass, slots) : refused();
    }

    List<Demand> enqueue(Demand demand) {
        queue.add(demand);
        if (ledger.isOpen() && count.possible(demand.slotClass(), demand.slots())) {
            return serve();
        }
        refuse(demand);
        return List.of(demand);
    }

    /** False when it was not waiting. Those whom it has held up, as a group may, are served by the caller. */
    boolean withdraw(Demand demand) {
        return queue.remove(demand);
    }

    void giveBack(SlotClass slotClass) {
        count.add(slotClass, -1);
    }

    List<Demand> refuseAll() {
        List<Demand> answered = queue.all();
        answered.forEach(this::refuse);
        return answered;
    }

    /** As {@link SlotLedger#overdrawn}. */
    List<Demand> overdrawn(OptionalLong stated) {
        int held = count.held();
        boolean credible = stated.isPresent() && stated.getAsLong() < held;
        boolean news = credible || held <= count.budget();
        return news ? shrink(credible ? (int) stated.getAsLong() : held * 3 / 4) : List.of();
    }

    private List<Demand> shrink(int budget) {
        count.shrinkTo(budget);
        List<Demand> answered = new ArrayList<>();
        for (Demand demand : queue.all()) {
            if (!count.possible(demand.slotClass(), demand.slots())) {
                refuse(demand);
                answered.add(demand);
            }
        }
        // a group may have held others up
        answered.addAll(serve());
        return answered;
    }

    /** Serves whom it can. */
    List<Demand> serve() {
        List<Demand> served = new ArrayList<>();
        Optional<Demand> next = next();
        while (next.isPresent()) {
            Demand demand = next.get();
            queue.remove(demand);
            demand.answer(grant(demand.slotClass(), demand.slots()));
            served.add(demand);
            next = next();
        }
        return served;
    }

    private Optional<Demand> next() {
        return ledger.isOpen() ? queue.next(count) : Optional.empty();
    }

    private Granted grant(SlotClass slotClass, int slots) {
        count.add(slotClass, slots);
        metrics.count(slotClass.granted(), slots);
        List<Slot> granted = new ArrayList<>(slots);
        for (int i = 0; i < slots; i++) {
            granted.add(new Slot(ledger, slotClass));
        }
        return new Granted(granted);
    }

    private void refuse(Demand demand) {
        queue.remove(demand);
        demand.answer(refused());
    }

    private Refused refused() {
        return new Refused(ledger.isOpen() ? Reason.OVER_BUDGET : Reason.LEDGER_CLOSED);
    }
}
