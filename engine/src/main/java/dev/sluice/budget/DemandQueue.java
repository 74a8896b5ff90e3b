package dev.sluice.budget;

import dev.sluice.budget.SlotClass.Rank;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The demands that wait: who is next follows from rank, arrival and what fits. Guarded by the ledger's lock. */
final class DemandQueue {

    // asked for with every grant
    private static final SlotClass[] CLASSES = SlotClass.values();
    private static final Rank[] RANKS = Rank.values();

    /** By class, then by number. */
    private final Map<SlotClass, Map<Long, Demand>> waiting = new EnumMap<>(SlotClass.class);

    private int size;

    DemandQueue() {
        for (SlotClass slotClass : CLASSES) {
            waiting.put(slotClass, new LinkedHashMap<>());
        }
    }

    void add(Demand demand) {
        of(demand.slotClass()).put(demand.number(), demand);
        size++;
    }

    /** False when it does not wait. */
    boolean remove(Demand demand) {
        boolean removed = of(demand.slotClass()).remove(demand.number(), demand);
        size -= removed ? 1 : 0;
        return removed;
    }

    int size() {
        return size;
    }

    /** All that wait, in no order. */
    List<Demand> all() {
        List<Demand> all = new ArrayList<>(size);
        for (Map<Long, Demand> demands : waiting.values()) {
            all.addAll(demands.values());
        }
        return all;
    }

    /**
     * The demand to serve now: the highest rank that fits, within it the oldest. A class at its ceiling lets others pass;
     * a live group that lacks nothing but free slots does not let transient work pass, which would keep them taken.
     */
    Optional<Demand> next(SlotCount count) {
        if (size == 0 || count.free() == 0) {
            return Optional.empty();
        }
        boolean gathering = false;
        for (Rank rank : RANKS) {
            if (gathering && rank == Rank.TRANSIENT) {
                break;
            }
            Demand served = oldest(rank, count, true);
            Demand waits = oldest(rank, count, false);
            if (served != null && (waits == null || served.number() < waits.number())) {
                return Optional.of(served);
            }
            gathering |= waits != null;
        }
        return Optional.empty();
    }

    /** The oldest of a rank that fits, or that lacks nothing but free slots. */
    private @Nullable Demand oldest(Rank rank, SlotCount count, boolean fits) {
        Demand oldest = null;
        for (SlotClass slotClass : CLASSES) {
            Demand first = slotClass.rank() == rank ? first(slotClass) : null;
            if (first == null || (oldest != null && oldest.number() < first.number())) {
                continue;
            }
            boolean found = fits ? count.fits(slotClass, first.slots()) : count.lacksOnlyFree(slotClass, first.slots());
            oldest = found ? first : oldest;
        }
        return oldest;
    }

    private @Nullable Demand first(SlotClass slotClass) {
        Map<Long, Demand> demands = of(slotClass);
        return demands.isEmpty() ? null : demands.values().iterator().next();
    }

    private Map<Long, Demand> of(SlotClass slotClass) {
        return Objects.requireNonNull(waiting.get(slotClass));
    }
}
