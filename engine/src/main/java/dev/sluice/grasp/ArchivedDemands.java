package dev.sluice.grasp;

import dev.sluice.archive.EventArchive;
import dev.sluice.plan.Demands;

/** What the Git repositories of an archive want, looked up once: to plan with, where nothing is mirrored. */
public final class ArchivedDemands {

    private ArchivedDemands() {}

    /** What would be wanted of a relay that has all accepted repositories. Blocks while the archive is read. */
    public static Demands of(EventArchive archive, GraspRules rules) throws InterruptedException {
        Lookup lookup = new Lookup(archive, events -> {});
        WatchedSet set = lookup.announced(rules);
        lookup.answer(set);
        return set.everything();
    }
}
