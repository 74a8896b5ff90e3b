package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ListenAddress;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.MetricSample;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.plan.Shards;
import dev.sluice.relay.WritePolicy;
import dev.sluice.store.MvEventArchive;
import dev.sluice.sync.Mirror;
import dev.sluice.sync.MirrorPlan;
import dev.sluice.sync.WalkReport;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import dev.sluice.wire.AddressGuard;
import dev.sluice.wire.JdkDialer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Mirrors relays into the archive. */
@Command(
        name = "mirror",
        header = "Mirrors relays into the archive, live and back to their first event.",
        description =
                "Keeps what the filters match, every id and signature checked. Started again, it goes on where it "
                        + "stood. Runs until it is interrupted, or with --once until the history of every filter on every "
                        + "relay has ended; the exit code is then 1 unless all of it is here.",
        footer = {
            "  sluice mirror --relay wss://relay.example --filter '{\"kinds\":[1617,1621]}'",
            "  sluice mirror --relay ws://127.0.0.1:7447 --filter '{}' --once --owned",
            "  sluice mirror -c sluice.toml --serve 127.0.0.1:7447"
        })
final class MirrorCommand extends Subcommand {

    private final Streams streams;

    @Mixin
    private final ConfigurationOption configuration = new ConfigurationOption();

    @Mixin
    private final MirrorSources what = new MirrorSources();

    @Mixin
    private final KeyOption key = new KeyOption(System.getenv());

    @Mixin
    private final DataOption data = new DataOption();

    @Option(names = "--once", description = "End when the history of every filter on every relay has ended.")
    private boolean once;

    @Option(
            names = "--serve",
            paramLabel = "HOST:PORT",
            converter = ListenConverter.class,
            description = "Serve the archive as a relay meanwhile (default: the configuration's listen, else not).")
    private @Nullable ListenAddress serve;

    @Mixin
    private final StatusOption status = new StatusOption();

    @Mixin
    private final ConsoleOption console = new ConsoleOption();

    @Option(
            names = "--throttle",
            paramLabel = "MS",
            hidden = true,
            defaultValue = "0",
            description = "The least time between two pages of one relay in milliseconds.")
    private long throttleMillis;

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    MirrorCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Configuration read = configuration.read();
        MirrorPlan plan = plan(read, key.read(read));
        Path folder = data.folder(read);
        try (Opened opened = new Opened()) {
            var unused = opened.add(Wiring.preload(), TaskScope::close);
            MvEventArchive archive = opened.add(DataFolder.open(folder, read.serving()), MvEventArchive::close);
            TolerantCatalogue catalogue = opened.add(TolerantCatalogue.open(folder, archive), TolerantCatalogue::close);
            console.open(streams, catalogue, opened);
            @Nullable
            GitService git = read.grasp().isEmpty()
                    ? null
                    : GitService.open(read.grasp().get(), read.guard().dial(), plan, archive, opened);
            Intake intake = opened.add(git == null ? Wiring.intake(archive) : git.intake(), Intake::close);
            AtomicReference<List<Filter>> watched = new AtomicReference<>(plan.watches());
            WritePolicy mirrored = git == null ? WritePolicy.only(watched::get) : git.writePolicy();
            Metrics metrics = Wiring.metrics(archive, intake, opened);
            serve(archive, intake, read, git == null ? WritePolicy.OPEN : mirrored, mirrored, metrics, opened);
            status.open(streams, read, archive, metrics, opened);
            JdkDialer dialer = opened.add(
                    Wiring.dialer(git == null ? AddressGuard.none() : git.guard(), read.guard()), JdkDialer::close);
            streams.say("the archive holds " + archive.statistics().events() + " events");
            Mirror mirror = opened.add(
                    Mirror.start(plan, archive, catalogue, intake, dialer, Time.system(), WallClock.system(), metrics),
                    Mirror::close);
            Reload reload = new Reload(read, configuration.again(), now -> goOn(now, mirror, watched, git));
            ControlService control = new ControlService(archive, intake, metrics);
            control.mirrors(mirror::status);
            control.add(ReloadService.LABEL, new ReloadService(reload));
            control.add(BackupService.LABEL, new BackupService(archive, catalogue.sql(), folder));
            control.open(folder, streams, opened);
            reload.onHangup(streams, opened);
            return follow(mirror, archive, metrics, git);
        }
    }

    /** What is brought is taken before it is asked for. */
    private void goOn(
            Configuration now, Mirror mirror, AtomicReference<List<Filter>> watched, @Nullable GitService git) {
        if (once) {
            throw new UsageException("a mirror that ends (--once) goes by what it was started with");
        }
        MirrorPlan next = plan(now, key.read(now));
        watched.set(next.watches());
        if (git != null) {
            git.besides(next.watches());
        }
        mirror.plan(next);
    }

    private MirrorPlan plan(Configuration read, Optional<KeyPair> who) {
        boolean growing = read.grasp().isPresent();
        if (growing && once) {
            throw new UsageException("--once does not go with [grasp]: more is wanted with every repository");
        }
        return new MirrorPlan(
                what.sources(read, who),
                what.watches(read),
                once,
                Duration.ofMillis(throttleMillis),
                growing,
                growing ? who : Optional.empty(),
                read.maxConnections().orElse(Shards.MOST));
    }

    private void serve(
            MvEventArchive archive,
            Intake intake,
            Configuration read,
            WritePolicy everything,
            WritePolicy mirrored,
            Metrics metrics,
            Opened opened)
            throws IOException {
        @Nullable
        ListenAddress address = serve != null ? serve : read.serving().listen().orElse(null);
        if (address != null) {
            WritePolicy writes = Wiring.writes(read.serving().writes(), address, everything, mirrored);
            RelayService service =
                    opened.add(RelayService.open(archive, intake, read, address, writes, metrics), RelayService::close);
            streams.say("serving on " + service.url());
        }
    }

    private int follow(Mirror mirror, MvEventArchive archive, Metrics metrics, @Nullable GitService git)
            throws IOException, InterruptedException {
        MetricSample.Sampling sampling = MetricSample.every(metrics);
        try (sampling) {
            MirrorLines lines = new MirrorLines(mirror::snapshot, Time.system().nanos());
            if (git != null) {
                git.run(mirror, metrics, lines, streams);
            }
            List<WalkReport> reports =
                    Display.start(streams, Time.system(), lines).during(() -> work(mirror));
            MirrorSummary told = new MirrorSummary(
                    mirror.snapshot(), reports, archive.statistics().events());
            summary.print(streams, told.json(), told.words());
            return told.complete() ? Exit.DONE : Exit.INCOMPLETE;
        }
    }

    private List<WalkReport> work(Mirror mirror) throws InterruptedException {
        if (!once) {
            mirror.join();
        }
        return mirror.awaitHistory();
    }
}
