package dev.sluice.grasp;

import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.Demands;

/**
 * What the Git repositories of an archive want, looked up once: to plan with, where nothing is mirrored.
 *
 * @param announced repositories whose announcements are held
 * @param accepted of those
 * @param demands what would be wanted of a relay that has all accepted repositories
 */
public record ArchivedDemands(int announced, int accepted, Demands demands) {

    /** Where events are looked up: an archive, or somebody who answers for it. */
    @FunctionalInterface
    public interface Source {
        /** The events of a filter in an order; each scan is read to its end before the next begins. */
        Scan<Event> events(Filter filter, Order order);
    }

    /** What an archive holds, as these rules see it. Blocks while the archive is read. */
    public static ArchivedDemands of(Source archive, GraspRules rules) throws InterruptedException {
        Lookup lookup = new Lookup(archive, events -> {});
        WatchedSet set = lookup.announced(rules);
        lookup.answer(set);
        return set.everything();
    }
}
