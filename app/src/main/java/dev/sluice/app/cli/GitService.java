package dev.sluice.app.cli;

import dev.sluice.archive.EventArchive;
import dev.sluice.grasp.Acceptance;
import dev.sluice.grasp.Grasp;
import dev.sluice.grasp.GraspRules;
import dev.sluice.grasp.RefusedRelays;
import dev.sluice.grasp.WatchedSet.Counts;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.DialRules;
import dev.sluice.nostr.Filter;
import dev.sluice.relay.WritePolicy;
import dev.sluice.sync.EventUrlGuard;
import dev.sluice.sync.Mirror;
import dev.sluice.sync.MirrorPlan;
import dev.sluice.sync.MirrorPlan.Source;
import dev.sluice.task.TaskFailedException;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.wire.AddressGuard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The Git service of a mirror: what belongs to it is taken, and its repositories say what is wanted of which relay. */
final class GitService {

    private final GraspRules rules;
    private final EventArchive archive;
    private final Acceptance acceptance;

    private GitService(GraspRules rules, EventArchive archive, Acceptance acceptance) {
        this.rules = rules;
        this.archive = archive;
        this.acceptance = acceptance;
    }

    /** Reads what the archive holds of it; blocks meanwhile. */
    static GitService open(GraspRules said, DialRules dial, MirrorPlan plan, EventArchive archive, Opened opened)
            throws InterruptedException {
        GraspRules named =
                said.alsoFrom(plan.sources().stream().map(Source::relay).toList());
        GraspRules rules = named.reaching(dial.alsoTo(named.bootstrap()));
        Acceptance acceptance = opened.add(Acceptance.open(rules, plan.watches(), archive), Acceptance::close);
        return new GitService(rules, archive, acceptance);
    }

    Intake intake() {
        return Wiring.intake(archive, acceptance);
    }

    /** Takes what other filters match, too, from now on. */
    void besides(List<Filter> filters) {
        acceptance.besides(filters);
    }

    /** What may be dialled, as URLs of events are among it. */
    AddressGuard guard() {
        return new EventUrlGuard(rules.bounds().dial());
    }

    /** Clients may publish what belongs to it, which the intake sees to. */
    WritePolicy writePolicy() {
        return WritePolicy.JUDGED_LATER;
    }

    /** Says what is wanted until the mirror or this fails, while lines show it. */
    void run(Mirror mirror, Metrics metrics, Display.Source lines, Streams streams)
            throws IOException, InterruptedException {
        try (Grasp grasp = Grasp.start(rules, archive, acceptance, mirror, Time.system(), metrics)) {
            Display.Source all = (now, end) -> {
                List<String> told = new ArrayList<>(lines.lines(now, end));
                told.add(line(grasp.counts()));
                return told;
            };
            Display.start(streams, Time.system(), all).during(() -> {
                join(mirror, grasp);
                return true;
            });
        }
    }

    private static void join(Mirror mirror, Grasp grasp) throws InterruptedException {
        try (TaskScope scope = TaskScope.open("join")) {
            scope.fork("mirror", () -> {
                mirror.join();
                return true;
            });
            scope.fork("grasp", () -> {
                grasp.join();
                return true;
            });
            scope.join();
        } catch (TaskFailedException e) {
            throw e.getCause() instanceof TaskFailedException cause ? cause : e;
        }
    }

    private static String line(Counts counts) {
        RefusedRelays refused = counts.refused();
        return String.format(
                Locale.ROOT,
                "git: %,d repositories, %,d threads, %,d direct descendants; relays refused: %,d",
                counts.repositories(),
                counts.roots(),
                counts.descendants(),
                refused.unreadable() + refused.guarded() + refused.beyond());
    }
}
