package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Scan;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.store.MvEventArchive;
import dev.sluice.sync.Mirror;
import dev.sluice.sync.MirrorPlan;
import dev.sluice.sync.MirrorPlan.Source;
import dev.sluice.sync.WalkReport;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import dev.sluice.wire.JdkDialer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what Sluice does, without a network. */
@Command(
        name = "quickstart",
        header = "Shows what Sluice does, without a network.",
        description = "Starts a relay on loopback that holds generated, signed events (repositories, issues, patches, "
                + "comments, notes), mirrors it into the folder, shows a new event arrive live, and says what to type "
                + "next. May be run again.",
        footer = {"  sluice quickstart", "  sluice quickstart --data /tmp/try"})
final class QuickstartCommand extends Subcommand {

    private final Streams streams;

    @Mixin
    private final DataOption data = new DataOption();

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    QuickstartCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = data.folder();
        try (Opened opened = new Opened()) {
            var unused = opened.add(Wiring.preload(), TaskScope::close);
            MvEventArchive archive = opened.add(DataFolder.open(folder), MvEventArchive::close);
            TolerantCatalogue catalogue = opened.add(TolerantCatalogue.open(folder, archive), TolerantCatalogue::close);
            Intake intake = opened.add(Wiring.intake(archive), Intake::close);
            SampleRelay relay = opened.add(SampleRelay.open(earlierPort(archive)), SampleRelay::close);
            JdkDialer dialer = opened.add(Wiring.dialer(), JdkDialer::close);
            long before = archive.statistics().events();
            introduce(relay, before, folder);
            Mirror mirror = opened.add(
                    Mirror.start(
                            MirrorPlan.staying(List.of(new Source(relay.url(), false)), List.of(Filter.ALL)),
                            archive,
                            catalogue,
                            intake,
                            dialer,
                            Time.system(),
                            WallClock.system(),
                            new Metrics()),
                    Mirror::close);
            mirrored(mirror, archive, before);
            return live(mirror, relay, archive, new LiveArrival(intake, dialer, Time.system()));
        }
    }

    private void introduce(SampleRelay relay, long events, Path folder) {
        streams.say("1. A relay on " + relay.url() + " holds " + SampleRelay.EVENTS + " signed sample events.");
        String from = events == 0
                ? "The archive in " + folder + " is empty."
                : "The archive in " + folder + " holds " + events + " events already: the mirror goes on from there.";
        streams.say("2. Mirroring it, every id and every signature checked. " + from);
    }

    /** Waits for the history. */
    private void mirrored(Mirror mirror, MvEventArchive archive, long before) throws IOException, InterruptedException {
        List<WalkReport> reports = Display.start(streams, Time.system(), "   mirror", () -> reading(archive))
                .during(mirror::awaitHistory);
        streams.say(String.format(
                Locale.ROOT,
                "   %,d new events; the history has ended: %s",
                archive.statistics().events() - before,
                ends(reports)));
    }

    /** Shows a new event arrive, and sums up. */
    private int live(Mirror mirror, SampleRelay relay, MvEventArchive archive, LiveArrival live)
            throws InterruptedException {
        streams.say("3. Somebody publishes a note on the relay.");
        LiveArrival.Outcome arrival = live.publish(relay.url(), relay.newNote());
        streams.say("   " + arrival.words());
        List<WalkReport> reports = mirror.awaitHistory();
        long events = archive.statistics().events();
        JsonObject json = new JsonObject()
                .put("relay", relay.url().toString())
                .put("history", ends(reports))
                .put("live", arrival.arrived())
                .put("events", events);
        summary.print(streams, json, NextSteps.lines(data.folder(), events));
        boolean complete = reports.stream().allMatch(report -> report.end().confirms());
        return complete && arrival.arrived() ? Exit.DONE : Exit.INCOMPLETE;
    }

    private static Reading reading(MvEventArchive archive) {
        return Reading.of(Math.min(SampleRelay.EVENTS, archive.statistics().events()), SampleRelay.EVENTS, "events");
    }

    private static String ends(List<WalkReport> reports) {
        return String.join(
                ", ", reports.stream().map(report -> report.end().name()).toList());
    }

    /** The port of the relay that an earlier run has mirrored: under the same address its history is known. */
    private static int earlierPort(EventArchive archive) throws InterruptedException {
        Scan<CoverageEntry> scan = archive.allCoverage();
        for (List<CoverageEntry> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            for (CoverageEntry entry : slice) {
                RelayUrl relay = entry.key().relay();
                if (relay.host().equals("127.0.0.1") && relay.resource().equals(SampleRelay.PATH)) {
                    return relay.port();
                }
            }
        }
        return 0;
    }
}
