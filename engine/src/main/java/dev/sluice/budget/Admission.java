package dev.sluice.budget;

import java.util.List;

/** What the ledger answered. */
public sealed interface Admission {

    /** The slots are held until each is closed. */
    record Granted(List<Slot> slots) implements Admission {
        public Granted {
            slots = List.copyOf(slots);
        }

        public Slot slot() {
            return slots.get(0);
        }
    }

    /** No slot, and asking again alone does not help. */
    record Refused(Reason reason) implements Admission {}

    /** Why not. */
    enum Reason {
        LEDGER_CLOSED,
        OVER_BUDGET
    }
}
