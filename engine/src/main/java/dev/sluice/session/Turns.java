package dev.sluice.session;

import dev.sluice.budget.Admission;
import dev.sluice.budget.Slot;
import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.pace.Gate;
import dev.sluice.pace.Pauses;
import java.time.Duration;
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
            case Admission.Granted granted -> {
                await(granted.slot(), pace.background(), () -> {});
                yield new Turn.Ready(granted.slot());
            }
            case Admission.Refused refused -> new Turn.NotNow(notStarted(refused.reason()));
        };
    }

    /** What has to be done before a turn; it may block. */
    interface Preparation {
        void run() throws InterruptedException;
    }

    /** Blocks for a turn under a slot that is held; an interrupt gives the slot back. */
    void await(Slot slot, Gate gate, Preparation preparation) throws InterruptedException {
        boolean ready = false;
        try {
            preparation.run();
            gate.awaitTurn();
            pace.reactive().awaitTurn();
            ready = true;
        } finally {
            if (!ready) {
                slot.close();
            }
        }
    }

    /** How long starts of a class have to wait; empty when they need not. */
    Optional<Duration> blocked(SlotClass slotClass) {
        Pauses pauses = pace.pauses();
        return slotClass == SlotClass.NEGENTROPY ? pauses.blockedNegentropy() : pauses.blocked();
    }

    private static Start.NotStarted notStarted(Admission.Reason reason) {
        return switch (reason) {
            case LEDGER_CLOSED -> new Start.Over();
            case OVER_BUDGET -> new Start.OverBudget();
        };
    }
}
