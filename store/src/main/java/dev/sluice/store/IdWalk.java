package dev.sluice.store;

import dev.sluice.archive.Order;
import dev.sluice.nostr.EventId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks ids up, many at a time and in the order of the index, then walks what was found. */
final class IdWalk implements Walk {

    /** So many between two looks at the budget. */
    private static final int AT_ONCE = 256;

    private final List<EventId> ids;
    private final Order order;
    private final Depth depth;
    private final List<Found> found = new ArrayList<>();
    private int asked;
    private int given;

    IdWalk(Collection<EventId> ids, Order order, Depth depth) {
        this.ids = ids.stream().sorted().toList();
        this.order = order;
        // What was found is kept to the end of the walk, and that must not be more than a slice may hold.
        this.depth = ids.size() <= Budget.RECORDS ? depth : Depth.HEADS;
    }

    @Override
    public @Nullable Found next(Maps maps, Budget budget) {
        while (asked < ids.size()) {
            if (budget.isSpent()) {
                return null;
            }
            look(maps, ids.subList(asked, Math.min(ids.size(), asked + AT_ONCE)), budget);
        }
        return given < found.size() ? found.get(given++) : null;
    }

    private void look(Maps maps, List<EventId> some, Budget budget) {
        for (Found held : maps.find(some, depth)) {
            if (held != null) {
                found.add(held);
            }
            budget.spend();
        }
        asked += some.size();
        if (asked == ids.size()) {
            found.sort(Found.order(order));
        }
    }

    @Override
    public boolean hasEnded() {
        return asked == ids.size() && given == found.size();
    }

    @Override
    public void rest() {}
}
