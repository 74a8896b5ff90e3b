package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.MetricSample;
import dev.sluice.metrics.Metrics;
import dev.sluice.negentropy.Reconciler;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.store.MvEventArchive;
import dev.sluice.sync.MirrorPlan.Source;
import dev.sluice.sync.Sync;
import dev.sluice.sync.SyncPlan;
import dev.sluice.sync.SyncReport;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import dev.sluice.wire.JdkDialer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reconciles the archive with one relay, once. */
@Command(
        name = "sync",
        header = "Reconciles the archive with one relay, once.",
        description = "Finds what differs by negentropy (NIP-77) and moves only that, every id and signature checked. "
                + "On a relay without negentropy it pages instead, and says so. Interrupted, it stops in order; run "
                + "again, it does the rest. The exit code is 1, with the reason, unless all of it was done.",
        footer = {
            "  sluice sync wss://relay.example",
            "  sluice sync wss://relay.example --filter '{\"kinds\":[1617,1621]}' --dir both",
            "  sluice sync ws://127.0.0.1:7447 --owned --dir none --print-missing"
        })
final class SyncCommand extends Subcommand {

    private final Streams streams;

    @Parameters(paramLabel = "URL", converter = RelayConverter.class, description = "The relay.")
    private @Nullable RelayUrl relay;

    @Option(
            names = "--filter",
            paramLabel = "JSON",
            converter = FilterConverter.class,
            defaultValue = "{}",
            description = "The NIP-01 filter whose events are reconciled (default: ${DEFAULT-VALUE}, everything).")
    private Filter filter = Filter.ALL;

    @Option(
            names = "--dir",
            paramLabel = "DIRECTION",
            defaultValue = "down",
            description = "Which events are moved: down (from the relay to the archive), up, both, or none, which only "
                    + "tells the difference (default: ${DEFAULT-VALUE}).")
    private SyncPlan.Direction direction = SyncPlan.Direction.DOWN;

    @Mixin
    private final DataOption data = new DataOption();

    @Mixin
    private final KeyOption key = new KeyOption(System.getenv());

    @Option(
            names = "--print-missing",
            description =
                    "Print each id that one side lacks: \"need ID\" where the archive does, \"have ID\" where the "
                            + "relay does. The summary then goes to standard error.")
    private boolean printMissing;

    @Option(names = "--paged", description = "Page even if the relay does negentropy.")
    private boolean paged;

    @Option(
            names = "--frame-size",
            paramLabel = "N",
            description = "The longest negentropy message of ours in bytes, at least 4096 (default: 60000, or less "
                    + "where the relay's messages are shorter).")
    private int frameBytes = SyncPlan.USUAL_FRAME_BYTES;

    @Option(
            names = "--timeout",
            paramLabel = "S",
            defaultValue = "30",
            description = "How long the relay may be quiet, in seconds (default: ${DEFAULT-VALUE}).")
    private int timeoutSeconds;

    @Option(
            names = "--owned",
            description = "The relay is your own: many requests at a time, and no politeness between them.")
    private boolean owned;

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    SyncCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        SyncPlan plan = plan();
        Path folder = data.folder(Configuration.EMPTY);
        Holder.refuse(
                folder,
                "A sync beside it would double what the relays that it mirrors are asked for, and a mirror reconciles by "
                        + "itself. For another relay, end it first: sluice stop --data " + folder);
        try (Opened opened = new Opened()) {
            var unused = opened.add(Wiring.preload(), TaskScope::close);
            MvEventArchive archive = opened.add(DataFolder.open(folder), MvEventArchive::close);
            TolerantCatalogue catalogue = opened.add(TolerantCatalogue.open(folder, archive), TolerantCatalogue::close);
            Intake intake = opened.add(Wiring.intake(archive), Intake::close);
            JdkDialer dialer = opened.add(Wiring.dialer(), JdkDialer::close);
            DataOutput out = opened.add(new DataOutput(streams), DataOutput::close);
            return sync(plan, archive, catalogue, intake, dialer, Wiring.metrics(archive, intake, opened), out);
        }
    }

    private SyncPlan plan() {
        if (filter.limit().isPresent()) {
            throw new UsageException("a reconciled filter has no limit");
        }
        if (frameBytes < Reconciler.LEAST_FRAME_LIMIT) {
            throw new UsageException("--frame-size is at least " + Reconciler.LEAST_FRAME_LIMIT);
        }
        if (timeoutSeconds < 1) {
            throw new UsageException("--timeout is at least 1");
        }
        RelayUrl url = Objects.requireNonNull(relay, "picocli demands it");
        return new SyncPlan(
                new Source(url, owned, key.read(Configuration.EMPTY)),
                filter,
                direction,
                paged,
                frameBytes,
                Duration.ofSeconds(timeoutSeconds));
    }

    private int sync(
            SyncPlan plan,
            MvEventArchive archive,
            TolerantCatalogue catalogue,
            Intake intake,
            JdkDialer dialer,
            Metrics metrics,
            DataOutput out)
            throws IOException, InterruptedException {
        Time time = Time.system();
        long start = time.nanos();
        SyncFindings findings = new SyncFindings(streams, out, printMissing);
        MetricSample.Sampling sampling = MetricSample.every(metrics);
        try (sampling;
                Sync sync = Sync.start(
                        plan, archive, catalogue, intake, dialer, time, WallClock.system(), metrics, findings)) {
            SyncReport report = Display.start(streams, time, new SyncLines(sync::snapshot, start))
                    .during(sync::await);
            SyncSummary told = new SyncSummary(report, (time.nanos() - start) / 1e9);
            print(told);
            return report.complete() ? Exit.DONE : Exit.INCOMPLETE;
        }
    }

    /** Where ids went to standard output, the summary does not. */
    private void print(SyncSummary told) {
        if (!printMissing) {
            summary.print(streams, told.json(), told.words());
        } else if (summary.json()) {
            streams.say(told.json().toString());
        } else {
            told.words().forEach(streams::say);
        }
    }
}
