package dev.sluice.budget;

import dev.sluice.metrics.SlotAdmission;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Slots that somebody wants and has not been given yet: data, for which no thread has to wait. It is answered once, by
 * whichever thread gave a slot back or closed the ledger.
 */
public final class Demand {

    private final SlotLedger ledger;
    private final SlotClass slotClass;
    private final int slots;
    private final long number;
    private final Consumer<Admission> told;
    private final SlotAdmission record;

    /** Written once, under the ledger's lock. */
    private volatile @Nullable Admission answer;

    /**
     * @param number counts the demands of the ledger in the order in which they came
     * @param told neither blocks nor gives slots back
     */
    Demand(SlotLedger ledger, SlotClass slotClass, int slots, long number, Consumer<Admission> told) {
        this.ledger = ledger;
        this.slotClass = slotClass;
        this.slots = slots;
        this.number = number;
        this.told = told;
        this.record = SlotAdmission.begun(slotClass.name(), slots);
    }

    /** Takes the demand back. True when it had no answer and will get none. */
    public boolean withdraw() {
        return ledger.withdraw(this);
    }

    SlotClass slotClass() {
        return slotClass;
    }

    int slots() {
        return slots;
    }

    long number() {
        return number;
    }

    @Nullable
    Admission answer() {
        return answer;
    }

    /** Under the ledger's lock. */
    void answer(Admission admission) {
        answer = admission;
        record.ended(admission instanceof Admission.Granted);
    }

    /** Tells the answer, once, and without the ledger's lock: whoever hears of it may start threads. */
    void tell() {
        told.accept(Objects.requireNonNull(answer));
    }
}
