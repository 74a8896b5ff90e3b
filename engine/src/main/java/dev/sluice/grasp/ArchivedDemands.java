package dev.sluice.grasp;

import dev.sluice.archive.EventArchive;
import dev.sluice.plan.Demands;

/**
 * What the Git repositories of an archive want, looked up once: to plan with, where nothing is mirrored.
 *
 * @param announced repositories whose announcements are held
 * @param accepted of those
 * @param demands what would be wanted of a relay that has all accepted repositories
 */
public record ArchivedDemands(int announced, int accepted, Demands demands) {

    /** What an archive holds, as these rules see it. Blocks while the archive is read. */
    public static ArchivedDemands of(EventArchive archive, GraspRules rules) throws InterruptedException {
        Lookup lookup = new Lookup(archive, events -> {});
        WatchedSet set = lookup.announced(rules);
        lookup.answer(set);
        return set.everything();
    }
}
