package dev.sluice.budget;

import java.util.EnumMap;
import java.util.Map;

/** The arithmetic of a ledger: what is held, and whether more fits. Guarded by the ledger's lock. */
final class SlotCount {

    private final Limits limits;
    private final Map<SlotClass, Integer> held = new EnumMap<>(SlotClass.class);
    private SlotBudget budget;
    private int live;
    private int control;
    private int negentropy;
    private int requests;

    SlotCount(int budget, Limits limits) {
        this.limits = limits;
        this.budget = new SlotBudget(budget);
    }

    int budget() {
        return budget.subscriptions();
    }

    void shrinkTo(int newBudget) {
        budget = new SlotBudget(Math.min(budget(), Math.max(1, newBudget)));
    }

    int held() {
        return live + control + negentropy + requests;
    }

    /** What live subscriptions and the margin leave for transient requests; never negative. */
    int residual() {
        return Math.max(0, budget() - live - budget.margin());
    }

    int free() {
        return Math.max(0, budget() - held());
    }

    int held(SlotClass slotClass) {
        return held.getOrDefault(slotClass, 0);
    }

    void add(SlotClass slotClass, int slots) {
        held.merge(slotClass, slots, Integer::sum);
        switch (slotClass.rank()) {
            case LIVE -> live += slots;
            case MARGIN -> control += slots;
            case TRANSIENT -> addTransient(slotClass, slots);
        }
    }

    /** Whether so many slots fit now. */
    boolean fits(SlotClass slotClass, int slots) {
        return slots <= free() && slots <= room(slotClass);
    }

    /** Whether the rules have room for so many, and only free slots are missing. */
    boolean lacksOnlyFree(SlotClass slotClass, int slots) {
        return slots > free() && slots <= room(slotClass);
    }

    /** Whether so many slots would fit on a connection that holds nothing. */
    boolean possible(SlotClass slotClass, int slots) {
        return new SlotCount(budget(), limits).fits(slotClass, slots);
    }

    /** Slots of this class on a connection that holds nothing else. */
    int most(SlotClass slotClass) {
        return Math.max(0, new SlotCount(budget(), limits).room(slotClass));
    }

    /** What the rules leave for this class, free or not. */
    private int room(SlotClass slotClass) {
        return switch (slotClass.rank()) {
            case LIVE -> budget.live() - live;
            case MARGIN -> Math.max(1, budget.margin()) - control; // without a margin it competes for one slot
            case TRANSIENT -> Math.min(residual() - negentropy - requests, classRoom(slotClass));
        };
    }

    private int classRoom(SlotClass slotClass) {
        return slotClass == SlotClass.NEGENTROPY ? limits.negentropy() - negentropy : limits.requests() - requests;
    }

    private void addTransient(SlotClass slotClass, int slots) {
        if (slotClass == SlotClass.NEGENTROPY) {
            negentropy += slots;
        } else {
            requests += slots;
        }
    }
}
