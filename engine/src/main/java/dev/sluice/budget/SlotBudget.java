package dev.sluice.budget;

/**
 * How the subscriptions of one connection are divided before any is held.
 *
 * @param subscriptions that the relay allows at once
 */
public record SlotBudget(int subscriptions) {

    public SlotBudget {
        if (subscriptions < 1) {
            throw new IllegalArgumentException("budget below one: " + subscriptions);
        }
    }

    /** Slots kept for control and recovery: 2, but 1 below six slots and 0 below three. */
    public int margin() {
        if (subscriptions < 3) {
            return 0;
        }
        return subscriptions < 6 ? 1 : 2;
    }

    /** Slots that live subscriptions may hold: beside the margin one for transient requests stays usable. */
    public int live() {
        return subscriptions - margin() - 1;
    }
}
