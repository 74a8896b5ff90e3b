package dev.sluice.session;

import dev.sluice.budget.Admission;
import dev.sluice.budget.Demand;
import dev.sluice.budget.Slot;
import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.pace.Pauses;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Slots and turns of one session: whoever gets both may send. */
final class Turns {
    private final SlotLedger ledger;
    private final RelayPace pace;

    Turns(SlotLedger ledger, RelayPace pace) {
        this.ledger = ledger;
        this.pace = pace;
    }

    /** Blocks for a slot and for its turn at the gates of history. An interrupt leaves nothing behind. */
    Turn await(SlotClass slotClass) throws InterruptedException {
        Optional<Duration> paused = blocked(slotClass);
        if (paused.isPresent()) {
            return new Turn.NotNow(new Start.Paused(paused.get()));
        }
        return switch (ledger.await(slotClass)) {
            case Admission.Granted granted -> await(granted.slot(), slotClass);
            case Admission.Refused refused -> new Turn.NotNow(notStarted(refused.reason()));
        };
    }

    /**
     * Has an errand done on a thread of the scope, which starts with a slot in hand and waits for the turn. An errand that
     * is withdrawn is told nothing.
     */
    Demand enqueue(SlotClass slotClass, Errand errand, TaskScope scope) {
        return ledger.enqueue(slotClass, admission -> {
            switch (admission) {
                case Admission.Granted granted -> start(granted.slot(), errand, scope);
                case Admission.Refused refused -> errand.notStarted(notStarted(refused.reason()));
            }
        });
    }

    private void start(Slot slot, Errand errand, TaskScope scope) {
        Fork<Slot> started = scope.fork(slot.slotClass().name().toLowerCase(Locale.ROOT), () -> {
            switch (await(slot, slot.slotClass())) {
                case Turn.Ready ready -> errand.run(ready);
                case Turn.NotNow notNow -> errand.notStarted(notNow.why());
            }
            return slot;
        });
        if (!started.begun()) {
            slot.close();
        }
    }

    /**
     * The turn of a slot that was granted just now; an interrupt gives it back. A pause that began while it was waited for
     * takes no turn.
     */
    private Turn await(Slot slot, SlotClass slotClass) throws InterruptedException {
        Optional<Duration> paused = blocked(slotClass);
        if (paused.isPresent()) {
            slot.close();
            return new Turn.NotNow(new Start.Paused(paused.get()));
        }
        boolean ready = false;
        try {
            pace.background().awaitTurn();
            pace.allowance().await(1);
            ready = true;
            return new Turn.Ready(slot);
        } finally {
            if (!ready) {
                slot.close();
            }
        }
    }

    /** Blocks for the turn of a live start; its slot stays with its holder. */
    void awaitLive(int filters) throws InterruptedException {
        pace.live().awaitTurn(filters);
        pace.allowance().await(filters);
    }

    /** How long starts of a class have to wait; empty when they need not. */
    Optional<Duration> blocked(SlotClass slotClass) {
        Pauses pauses = pace.pauses();
        return slotClass == SlotClass.NEGENTROPY ? pauses.blockedNegentropy() : pauses.blocked();
    }

    static Start.NotStarted notStarted(Admission.Reason reason) {
        return switch (reason) {
            case LEDGER_CLOSED -> new Start.Over();
            case OVER_BUDGET -> new Start.OverBudget();
        };
    }
}
