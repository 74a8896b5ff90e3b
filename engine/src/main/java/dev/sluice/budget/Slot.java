package dev.sluice.budget;

import dev.sluice.metrics.SlotHold;

/**
 * One held slot. Closing it gives the slot back; closing it again, from whatever thread, does nothing. A slot belongs to
 * one ledger and so to one connection: giving it back after that connection has ended changes nothing anywhere else.
 */
public final class Slot implements AutoCloseable {

    private final SlotLedger ledger;
    private final SlotClass slotClass;
    private final SlotHold hold;
    /** Written under the ledger's lock. */
    private volatile boolean held = true;

    Slot(SlotLedger ledger, SlotClass slotClass) {
        this.ledger = ledger;
        this.slotClass = slotClass;
        this.hold = SlotHold.begun(slotClass.name());
    }

    public SlotClass slotClass() {
        return slotClass;
    }

    /** Whether something may still be sent under this slot: it was not given back and its ledger is open. */
    public boolean usable() {
        return held && ledger.isOpen();
    }

    @Override
    public void close() {
        ledger.release(this);
    }

    /** Whether this gave it back: under the ledger's lock, once. */
    boolean giveBack() {
        boolean given = held;
        held = false;
        if (given) {
            hold.commit();
        }
        return given;
    }
}
