package dev.sluice.plan;

import dev.sluice.budget.SlotBudget;

/**
 * What live subscriptions of one connection may take.
 *
 * @param slots the margin and a transient slot not counted
 * @param bytes of whole REQs together
 */
public record Room(int slots, long bytes) {

    /** On a connection with so many slots and no bound on bytes. */
    public static Room of(int subscriptions) {
        return new Room(new SlotBudget(subscriptions).live(), Long.MAX_VALUE);
    }

    /** With a bound on the bytes of all REQs. */
    public Room bytes(long most) {
        return new Room(slots, most);
    }

    boolean isBoundedInBytes() {
        return bytes != Long.MAX_VALUE;
    }
}
