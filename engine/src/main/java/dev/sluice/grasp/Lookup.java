package dev.sluice.grasp;

import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.util.List;

/** Tells watched sets what an archive holds. Blocks while the archive is read. */
final class Lookup {

    private final ArchivedDemands.Source archive;
    private final Found found;

    /** @param found hears of each slice of what belongs to repositories */
    Lookup(ArchivedDemands.Source archive, Found found) {
        this.archive = archive;
        this.found = found;
    }

    /** Hears what was found. */
    @FunctionalInterface
    interface Found {
        void found(List<Event> events) throws InterruptedException;
    }

    /** A set that knows all announcements; what belongs to them it searches for. */
    WatchedSet announced(GraspRules rules) throws InterruptedException {
        WatchedSet set = new WatchedSet(rules);
        Scan<Event> scan = archive.events(Acceptance.ANNOUNCEMENTS, Order.OLDEST_FIRST);
        for (List<Event> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            slice.forEach(set::stored);
        }
        return set;
    }

    /** Answers all searches of a set, and those that come of them. */
    void answer(WatchedSet set) throws InterruptedException {
        for (List<Filter> searches = set.searches(); !searches.isEmpty(); searches = set.searches()) {
            for (Filter search : searches) {
                answer(search, set);
            }
        }
    }

    private void answer(Filter search, WatchedSet set) throws InterruptedException {
        Scan<Event> scan = archive.events(search, Order.OLDEST_FIRST);
        for (List<Event> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            slice.forEach(set::stored);
            found.found(slice);
        }
    }
}
