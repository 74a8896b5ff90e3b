package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ListenAddress;
import dev.sluice.app.port.PortOptions;
import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Filter;
import dev.sluice.profile.Counts;
import dev.sluice.profile.Profile;
import dev.sluice.profile.ProfiledRelay;
import dev.sluice.relay.WritePolicy;
import dev.sluice.store.MvEventArchive;
import dev.sluice.store.SqlCatalogue;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves the archive as a relay. */
@Command(
        name = "serve",
        header = "Serves the archive as a Nostr relay.",
        description =
                "Runs until it is interrupted. On a loopback address everybody may publish, elsewhere only what a "
                        + "[[watch]] of the configuration matches, unless its [serve] says otherwise.",
        footer = {"  sluice serve", "  sluice serve --data /srv/sluice --listen 127.0.0.1:7447 --console"})
final class ServeCommand extends Subcommand {

    private final Streams streams;

    @Mixin
    private final ConfigurationOption configuration = new ConfigurationOption();

    @Mixin
    private final DataOption data = new DataOption();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = ListenConverter.class,
            description = "Where to listen (default: 127.0.0.1:7447); port 0 takes a free one.")
    private @Nullable ListenAddress listen;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            hidden = true,
            converter = ProfileConverter.class,
            description = "Play a foreign relay: its limits, its words, its habits.")
    private @Nullable Profile profile;

    @Mixin
    private final StatusOption status = new StatusOption();

    @Mixin
    private final ConsoleOption console = new ConsoleOption();

    ServeCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Configuration read = configuration.read();
        Path folder = data.folder(read);
        try (Opened opened = new Opened()) {
            MvEventArchive archive = opened.add(DataFolder.open(folder, read.serving()), MvEventArchive::close);
            Optional<SqlCatalogue> sql = Optional.empty();
            if (console.port().isPresent()) {
                TolerantCatalogue catalogue =
                        opened.add(TolerantCatalogue.open(folder, archive), TolerantCatalogue::close);
                console.open(streams, catalogue, opened);
                sql = catalogue.sql();
            }
            Intake intake = opened.add(Wiring.intake(archive), Intake::close);
            Metrics metrics = Wiring.metrics(archive, intake, opened);
            AtomicReference<List<Filter>> watched = new AtomicReference<>(read.watches());
            RelayService service = opened.add(
                    service(archive, intake, read, WritePolicy.only(watched::get), metrics, opened),
                    RelayService::close);
            status.open(streams, read, archive, metrics, opened);
            Reload reload = new Reload(read, configuration.again(), now -> watched.set(now.watches()));
            ControlService control = new ControlService(archive, intake, metrics);
            control.add(ReloadService.LABEL, new ReloadService(reload));
            control.add(BackupService.LABEL, new BackupService(archive, sql, folder));
            control.open(folder, streams, opened);
            reload.onHangup(streams, opened);
            streams.say("serving " + archive.statistics().events() + " events on " + service.url());
            new CountDownLatch(1).await();
        }
        return Exit.DONE;
    }

    private RelayService service(
            EventArchive archive,
            Intake intake,
            Configuration read,
            WritePolicy mirrored,
            Metrics metrics,
            Opened opened)
            throws IOException {
        if (profile == null) {
            ListenAddress address = address(read);
            WritePolicy writes = Wiring.writes(read.serving().writes(), address, WritePolicy.OPEN, mirrored);
            return RelayService.open(archive, intake, read, address, writes, metrics);
        }
        ProfiledRelay played = new ProfiledRelay(archive, intake, profile, Time.system(), WallClock.system());
        opened.add(played.counts(), counts -> streams.say(words(counts)));
        PortOptions options = new PortOptions(read.limits(), read.serving().origins());
        return RelayService.open(played, archive, Set.of(), options, address(read));
    }

    /** What a played relay has seen of its clients, for a script to read. */
    private static String words(Counts counts) {
        String refused = counts.refused().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return "refused: " + (refused.isEmpty() ? "nothing" : refused) + "; at most " + counts.mostSubscriptions()
                + " subscriptions and " + counts.mostNegentropySessions() + " negentropy sessions on one connection";
    }

    private ListenAddress address(Configuration read) {
        return listen != null ? listen : read.serving().listen().orElse(ListenAddress.RELAY);
    }
}
