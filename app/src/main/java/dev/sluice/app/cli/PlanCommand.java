package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ConfigurationFile;
import dev.sluice.app.config.TextFile;
import dev.sluice.app.config.WatchFile;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Shards;
import dev.sluice.profile.Profile;
import dev.sluice.sync.DocumentedLimits;
import dev.sluice.wire.JdkDialer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows how a watched set would be covered on a relay. */
@Command(
        name = "plan",
        header = "Shows how a watched set would be covered on a relay, without asking it for anything.",
        description =
                "Shows filters, requests and bytes by tier, what is live and what rotates, and how long history takes at "
                        + "least. Without a relay it is one whose document says nothing. Only --relay sends something: the "
                        + "question for the document (NIP-11).",
        footer = {
            "  sluice plan --watch watched.json",
            "  sluice plan -c sluice.toml --relay wss://relay.example",
            "  sluice plan --watch watched.json --profile nostream --json"
        })
final class PlanCommand extends Subcommand {

    private final Streams streams;

    @ArgGroup
    private Relay relay = new Relay();

    @ArgGroup
    private Watched watched = new Watched();

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description =
                    "Accept of the archive what the [grasp] of this configuration does, watch its [[watch]] filters "
                            + "too, open at most its max_connections_per_relay, and take its archive unless --data names "
                            + "one.")
    private @Nullable Path configuration;

    @Option(names = "--owned", description = "Plan for a relay that is your own: nothing spaces history.")
    private boolean owned;

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    /** Of which relay; one way to say it. */
    private static final class Relay {
        @Option(
                names = "--relay",
                paramLabel = "URL",
                converter = RelayConverter.class,
                description = "Plan for this relay, by its document.")
        private @Nullable RelayUrl url;

        @Option(names = "--nip11", paramLabel = "FILE", description = "Plan for a relay with this document.")
        private @Nullable Path document;

        @Option(
                names = "--profile",
                paramLabel = "NAME",
                converter = ProfileConverter.class,
                description = "Plan for a relay of this profile, one of those that 'serve --profile' knows.")
        private @Nullable Profile profile;
    }

    /** What is watched; one way to say it. */
    private static final class Watched {
        @Option(
                names = "--watch",
                paramLabel = "FILE",
                description =
                        "The watched set in JSON: an object with the lists coordinates, identifiers, roots (of texts) "
                                + "and filters (of NIP-01 filters), each of which may be missing.")
        private @Nullable Path file;

        @Option(
                names = "--data",
                paramLabel = "DIR",
                description =
                        "What the Git repositories (NIP-34) of this archive want of a relay that has all of them. "
                                + "Without [grasp] in a configuration every announcement counts as accepted.")
        private @Nullable Path data;
    }

    PlanCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        Configuration read = configuration == null ? Configuration.EMPTY : ConfigurationFile.read(configuration);
        PlannedSet set = planned(read);
        int connections = read.maxConnections().orElse(Shards.MOST);
        PlanReport report = PlanReport.of(set.demands(), limits(), owned, connections);
        List<String> words =
                Stream.concat(set.words().stream(), report.words().stream()).toList();
        summary.print(streams, set.json(report.json()), words);
        return Exit.DONE;
    }

    private PlannedSet planned(Configuration read) throws InterruptedException, IOException {
        if (watched.file != null) {
            if (configuration != null) {
                throw new UsageException(
                        "--config says what is accepted of an archive: it goes with --data, not --watch");
            }
            return new PlannedSet.OfFile(WatchFile.read(watched.file).demands());
        }
        if (watched.data == null && configuration == null) {
            throw new UsageException("nothing to plan for: give --watch FILE, --data DIR or --config FILE");
        }
        Path folder = watched.data != null ? watched.data : read.data().orElse(DataOption.DEFAULT);
        try (ArchiveReader archive = ArchiveReader.of(folder)) {
            return PlannedSet.OfArchive.of(archive, read);
        }
    }

    private DocumentedLimits limits() throws InterruptedException, IOException {
        if (relay.url != null) {
            try (JdkDialer dialer = Wiring.dialer()) {
                Inspection inspection = Inspection.of(relay.url, dialer.information(relay.url.uri()), owned);
                if (inspection.information() == null) {
                    streams.say("sluice: no information document of " + relay.url
                            + ", planned for a relay without one: " + inspection.fault());
                }
                return inspection.limits();
            }
        }
        RelayInformation information = relay.profile != null ? relay.profile.information() : RelayInformation.NONE;
        return DocumentedLimits.of(relay.document != null ? read(relay.document) : information, owned);
    }

    private static RelayInformation read(Path file) {
        return switch (RelayInformation.parse(TextFile.read(file))) {
            case Decoded.Message<RelayInformation>(RelayInformation document) -> document;
            case Decoded.Malformed<RelayInformation> wrong -> throw new UsageException(file + ": " + wrong.reason());
        };
    }
}
