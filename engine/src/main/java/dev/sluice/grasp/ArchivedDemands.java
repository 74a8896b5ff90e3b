package dev.sluice.grasp;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.Demands;
import java.util.List;

/** What the Git repositories of an archive want, looked up once: to plan with, where nothing is mirrored. */
public final class ArchivedDemands {

    private ArchivedDemands() {}

    /** What would be wanted of a relay that has all accepted repositories. Blocks while the archive is read. */
    public static Demands of(EventArchive archive, GraspRules rules) throws InterruptedException {
        WatchedSet set = new WatchedSet(rules);
        read(archive, Acceptance.ANNOUNCEMENTS, set);
        for (List<Filter> searches = set.searches(); !searches.isEmpty(); searches = set.searches()) {
            for (Filter search : searches) {
                read(archive, search, set);
            }
        }
        return set.everything();
    }

    private static void read(EventArchive archive, Filter filter, WatchedSet set) throws InterruptedException {
        Scan<Event> scan = archive.events(filter, Order.OLDEST_FIRST);
        for (List<Event> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            slice.forEach(set::stored);
        }
    }
}
