package dev.sluice.budget;

import dev.sluice.budget.SlotClass.Rank;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The demands that wait: who is next follows from rank, arrival and what fits. Guarded by the ledger's lock. */
final class DemandQueue {

    private final Map<SlotClass, Set<Demand>> waiting = new EnumMap<>(SlotClass.class);
    private int size;

    void add(Demand demand) {
        waiting.computeIfAbsent(demand.slotClass(), any -> new LinkedHashSet<>())
                .add(demand);
        size++;
    }

    /** False when it does not wait. */
    boolean remove(Demand demand) {
        boolean removed = waiting.getOrDefault(demand.slotClass(), Set.of()).remove(demand);
        size -= removed ? 1 : 0;
        return removed;
    }

    int size() {
        return size;
    }

    /** All that wait, in no order. */
    List<Demand> all() {
        return waiting.values().stream().flatMap(Set::stream).toList();
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
        for (Rank rank : Rank.values()) {
            if (gathering && rank == Rank.TRANSIENT) {
                return Optional.empty();
            }
            for (Demand oldest : oldest(rank)) {
                if (count.fits(oldest.slotClass(), oldest.slots())) {
                    return Optional.of(oldest);
                }
                gathering |= count.lacksOnlyFree(oldest.slotClass(), oldest.slots());
                if (gathering) {
                    break;
                }
            }
        }
        return Optional.empty();
    }

    /** The oldest demand of each class of a rank, oldest first. */
    private List<Demand> oldest(Rank rank) {
        return Stream.of(SlotClass.values())
                .filter(slotClass -> slotClass.rank() == rank)
                .map(this::oldest)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingLong(Demand::number))
                .toList();
    }

    private @Nullable Demand oldest(SlotClass slotClass) {
        Set<Demand> demands = waiting.getOrDefault(slotClass, Set.of());
        return demands.isEmpty() ? null : demands.iterator().next();
    }
}
