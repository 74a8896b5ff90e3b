package dev.sluice.budget;

import dev.sluice.budget.SlotClass.Rank;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The demands that wait: who is next follows from rank, arrival and what fits. Guarded by the ledger's lock. */
final class DemandQueue {

    // asked for with every grant
    private static final SlotClass[] CLASSES = SlotClass.values();
    private static final Rank[] RANKS = Rank.values();

    /** By class, then by number. */
    private final Map<SlotClass, Map<Long, Demand>> waiting = new EnumMap<>(SlotClass.class);

    private int size;

    void add(Demand demand) {
        waiting.computeIfAbsent(demand.slotClass(), any -> new LinkedHashMap<>())
                .put(demand.number(), demand);
        size++;
    }

    /** False when it does not wait. */
    boolean remove(Demand demand) {
        Map<Long, Demand> demands = waiting.get(demand.slotClass());
        boolean removed = demands != null && demands.remove(demand.number(), demand);
        size -= removed ? 1 : 0;
        return removed;
    }

    int size() {
        return size;
    }

    /** All that wait, in no order. */
    List<Demand> all() {
        List<Demand> all = new ArrayList<>(size);
        waiting.values().forEach(demands -> all.addAll(demands.values()));
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
            Demand served = oldest(rank, first -> count.fits(first.slotClass(), first.slots()));
            Demand waits = oldest(rank, first -> count.lacksOnlyFree(first.slotClass(), first.slots()));
            if (served != null && (waits == null || served.number() < waits.number())) {
                return Optional.of(served);
            }
            gathering |= waits != null;
        }
        return Optional.empty();
    }

    /** The oldest among those that are the first of their class. */
    private @Nullable Demand oldest(Rank rank, Predicate<Demand> sort) {
        Demand oldest = null;
        for (SlotClass slotClass : CLASSES) {
            Demand first = slotClass.rank() == rank ? first(slotClass) : null;
            if (first != null && sort.test(first) && (oldest == null || first.number() < oldest.number())) {
                oldest = first;
            }
        }
        return oldest;
    }

    private @Nullable Demand first(SlotClass slotClass) {
        Map<Long, Demand> demands = waiting.get(slotClass);
        return demands == null || demands.isEmpty()
                ? null
                : demands.values().iterator().next();
    }
}
