package dev.sluice.budget;

import dev.sluice.budget.SlotClass.Rank;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The demands that wait: who is next follows from rank, arrival and what fits. Guarded by the ledger's lock. */
final class DemandQueue {

    /** By class, then by number. */
    private final Map<SlotClass, SequencedMap<Long, Demand>> waiting = new EnumMap<>(SlotClass.class);

    private int size;

    void add(Demand demand) {
        waiting.computeIfAbsent(demand.slotClass(), any -> new LinkedHashMap<>())
                .put(demand.number(), demand);
        size++;
    }

    /** False when it does not wait. */
    boolean remove(Demand demand) {
        SequencedMap<Long, Demand> demands = waiting.get(demand.slotClass());
        boolean removed = demands != null && demands.remove(demand.number(), demand);
        size -= removed ? 1 : 0;
        return removed;
    }

    int size() {
        return size;
    }

    /** All that wait, in no order. */
    List<Demand> all() {
        return waiting.values().stream()
                .flatMap(demands -> demands.values().stream())
                .toList();
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
        SequencedMap<Long, Demand> demands = waiting.get(slotClass);
        Map.Entry<Long, Demand> first = demands == null ? null : demands.firstEntry();
        return first == null ? null : first.getValue();
    }
}
