package dev.sluice.store;

import dev.sluice.archive.Order;
import dev.sluice.nostr.Filter;
import dev.sluice.time.WallClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a filter, as whatever is asked of them. */
final class EventSlices<T> implements Slices<T> {

    private final Filter filter;
    private final Condition condition;
    private final Order order;
    private final Depth depth;
    private final Terms terms;
    private final WallClock clock;
    private final View<T> view;
    private @Nullable Plan plan;
    private long left;

    /** What is asked of an event. */
    @FunctionalInterface
    interface View<T> {

        /**
         * @param exact whether the event is known to meet the filter, so that its body need not be read to find out
         * @return null when the event does not meet the filter or is gone
         */
        @Nullable
        T of(Maps maps, Found found, boolean exact);

        /** What it takes to hold it, in bytes; nothing worth counting unless said otherwise. */
        default long weight(T value) {
            return 0;
        }
    }

    /** @param depth how much of an event the view wants */
    EventSlices(Filter filter, Order order, Depth depth, Terms terms, WallClock clock, View<T> view) {
        this.depth = depth;
        this.filter = filter;
        this.condition = new Condition(filter);
        this.order = order;
        this.terms = terms;
        this.clock = clock;
        this.view = view;
        this.left = filter.limit().isPresent() ? filter.limit().getAsInt() : Long.MAX_VALUE;
    }

    @Override
    public List<T> next(Maps maps, Budget budget) {
        if (plan == null) {
            plan = Plan.of(filter, order, maps, terms, depth);
        }
        Walk walk = plan.walk();
        boolean exact = isExact(plan);
        long now = clock.seconds();
        List<T> slice = new ArrayList<>();
        while (left > 0) {
            Found found = walk.next(maps, budget);
            if (found == null) {
                break;
            }
            boolean possible = !found.head().expired(now) && condition.meets(found.head());
            T value = possible ? view.of(maps, found, exact) : null;
            if (value != null) {
                slice.add(value);
                budget.weigh(view.weight(value));
                left--;
            }
        }
        walk.rest();
        return slice;
    }

    /** Terms are keyed hashes of 64 bits: what the index says of one tag letter needs no second look. */
    private boolean isExact(Plan chosen) {
        return filter.tags().isEmpty() || (filter.tags().size() == 1 && chosen.tag() != null);
    }

    @Override
    public boolean hasEnded() {
        return left <= 0 || (plan != null && plan.walk().hasEnded());
    }
}
