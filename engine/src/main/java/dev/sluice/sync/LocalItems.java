package dev.sluice.sync;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Item;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Scan;
import dev.sluice.negentropy.Difference;
import dev.sluice.negentropy.Ids;
import dev.sluice.negentropy.ItemSet;
import dev.sluice.nostr.EventId;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What counts as ours against one relay within a window: what the archive holds, and what the relay offers and we will
 * not keep, so that fingerprints become equal and nothing is asked for twice (RULES 8.2).
 *
 * @param refused those that this relay has offered and that were not kept
 * @param beyond set when there are more than a bound: the items end before this second
 */
record LocalItems(ItemSet items, Set<EventId> refused, OptionalLong beyond) {
    /** With less at hand there is nothing to gain over a page. */
    private static final int MANY = 100;

    /**
     * Reads the items from the archive, at most about so many; blocks.
     *
     * @param generation of the policy under which refused items count
     */
    static LocalItems read(EventArchive archive, Base base, Window whole, Window window, long generation, int most)
            throws InterruptedException {
        ItemSet.Builder items = ItemSet.builder(0);
        Scan<Item> scan = archive.items(window.of(base.filter(), whole));
        int held = 0;
        OptionalLong beyond = OptionalLong.empty();
        for (List<Item> slice = scan.next(); !slice.isEmpty() && beyond.isEmpty(); slice = scan.next()) {
            for (Item item : slice) {
                add(items, item.createdAt(), item.id());
            }
            held += slice.size();
            if (held > most) {
                beyond = OptionalLong.of(slice.get(slice.size() - 1).createdAt());
            }
        }
        long until = window.until().orElse(Long.MAX_VALUE);
        Set<EventId> refused = join(
                archive.refusals(new Refusals.Query(
                        base.relay(), base.name(), window.since(), until, OptionalLong.of(generation))),
                items);
        return new LocalItems(items.build(), refused, beyond);
    }

    /** Whether the archive holds so much of a filter that it is more than a page. */
    static boolean many(EventArchive archive, Base base) throws InterruptedException {
        return archive.items(base.filter()).next().size() >= MANY;
    }

    /** The second at which a window is best cut so that each part holds at most so many items; its lowest when none is. */
    long cut(Window window, long most, long now) {
        if (items.size() < 2) {
            return window.middle(now);
        }
        int index = (int) Math.max(1, Math.min(items.size() / 2, most));
        return Math.max(items.time(index), window.since());
    }

    private static Set<EventId> join(Scan<Refusals.Item> scan, ItemSet.Builder items) throws InterruptedException {
        Set<EventId> refused = new HashSet<>();
        for (List<Refusals.Item> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            for (Refusals.Item item : slice) {
                add(items, item.createdAt(), item.id());
                refused.add(item.id());
            }
        }
        return refused;
    }

    /** A difference without what only counts as ours: the relay has let go of it too. */
    Difference real(Difference difference) {
        Ids here = difference.onlyHere();
        Ids onlyHere = here.where(i -> !refused.contains(here.get(i, EventId::new)));
        return new Difference(onlyHere, difference.onlyThere());
    }

    private static void add(ItemSet.Builder items, long createdAt, EventId id) {
        items.add(createdAt, id.w0(), id.w1(), id.w2(), id.w3());
    }
}
