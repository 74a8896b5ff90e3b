package dev.sluice.budget;

import dev.sluice.budget.SlotClass.Rank;
import java.util.EnumMap;
import java.util.Map;

/** The arithmetic of a ledger: what is held, and whether more fits. Guarded by the ledger's lock. */
final class SlotCount {

    private final Limits limits;
    private final Map<SlotClass, Integer> held = new EnumMap<>(SlotClass.class);
    private int budget;

    SlotCount(int budget, Limits limits) {
        this.limits = limits;
        this.budget = budget;
    }

    int budget() {
        return budget;
    }

    void shrinkTo(int newBudget) {
        budget = Math.min(budget, newBudget);
    }

    /** Slots kept for control and recovery: 2, but 1 below six slots and 0 below three. */
    int margin() {
        if (budget < 3) {
            return 0;
        }
        return budget < 6 ? 1 : 2;
    }

    /** What live subscriptions and the margin leave for transient requests; never negative. */
    int residual() {
        return Math.max(0, budget - held(Rank.LIVE) - margin());
    }

    int free() {
        return Math.max(0, budget - total());
    }

    int held(SlotClass slotClass) {
        return held.getOrDefault(slotClass, 0);
    }

    void add(SlotClass slotClass, int slots) {
        held.merge(slotClass, slots, Integer::sum);
    }

    /** Whether so many slots fit now. */
    boolean fits(SlotClass slotClass, int slots) {
        Rank rank = slotClass.rank();
        return slots <= free() && held(rank) + slots <= ceiling(rank) && withinClass(slotClass, slots);
    }

    /** Whether so many slots would fit on a connection that holds nothing. */
    boolean possible(SlotClass slotClass, int slots) {
        return slots <= emptyCeiling(slotClass.rank()) && slots <= classCeiling(slotClass);
    }

    private int ceiling(Rank rank) {
        return rank == Rank.TRANSIENT ? residual() : emptyCeiling(rank);
    }

    /** Live leaves the margin and one transient slot; control work has the margin, and one slot where there is none. */
    private int emptyCeiling(Rank rank) {
        return switch (rank) {
            case LIVE -> budget - margin() - 1;
            case MARGIN -> Math.min(budget, Math.max(1, margin()));
            case TRANSIENT -> budget - margin();
        };
    }

    private boolean withinClass(SlotClass slotClass, int slots) {
        return slotClass.rank() != Rank.TRANSIENT || inFlight(slotClass) + slots <= classCeiling(slotClass);
    }

    private int classCeiling(SlotClass slotClass) {
        if (slotClass.rank() != Rank.TRANSIENT) {
            return Integer.MAX_VALUE;
        }
        return slotClass == SlotClass.NEGENTROPY ? limits.negentropy() : limits.requests();
    }

    /** Held transient slots that share the ceiling of this class: negentropy sessions, or all the others. */
    private int inFlight(SlotClass slotClass) {
        int negentropy = held(SlotClass.NEGENTROPY);
        return slotClass == SlotClass.NEGENTROPY ? negentropy : held(Rank.TRANSIENT) - negentropy;
    }

    private int held(Rank rank) {
        return held.entrySet().stream()
                .filter(entry -> entry.getKey().rank() == rank)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    private int total() {
        return held.values().stream().mapToInt(Integer::intValue).sum();
    }
}
