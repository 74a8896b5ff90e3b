package dev.sluice.app.cli;

import dev.sluice.app.config.WatchFile;
import dev.sluice.archive.EventArchive;
import dev.sluice.grasp.ArchivedDemands;
import dev.sluice.grasp.GraspRules;
import dev.sluice.grasp.Parties;
import dev.sluice.grasp.RelayBounds;
import dev.sluice.grasp.Service;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Shards;
import dev.sluice.profile.Profile;
import dev.sluice.sync.DocumentedLimits;
import dev.sluice.wire.JdkDialer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
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
            "  sluice plan --data sluice-data --relay wss://relay.example",
            "  sluice plan --watch watched.json --profile nostream --json"
        })
final class PlanCommand extends Subcommand {

    /** In archive mode nobody has to name the service, so it makes no difference where that is. */
    private static final GraspRules EVERYTHING =
            new GraspRules(Service.parse("localhost"), Set.of(), true, Parties.NONE, Parties.NONE, RelayBounds.USUAL);

    private final Streams streams;

    @ArgGroup
    private Relay relay = new Relay();

    @ArgGroup(multiplicity = "1")
    private Watched watched = new Watched();

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
                        "What the Git repositories (NIP-34) of this archive want, every announcement accepted, of a "
                                + "relay that has all of them.")
        private @Nullable Path data;
    }

    PlanCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        PlanReport report = PlanReport.of(demands(), limits(), owned, Shards.MOST);
        summary.print(streams, report.json(), report.words());
        return Exit.DONE;
    }

    private Demands demands() throws InterruptedException, IOException {
        if (watched.data == null) {
            return WatchFile.read(Objects.requireNonNull(watched.file, "picocli demands one of them"))
                    .demands();
        }
        try (EventArchive archive = DataFolder.existing(watched.data)) {
            return ArchivedDemands.of(archive, EVERYTHING);
        }
    }

    private DocumentedLimits limits() throws InterruptedException, IOException {
        if (relay.url != null) {
            try (JdkDialer dialer = Wiring.dialer()) {
                Inspection inspection = Inspection.of(relay.url, dialer.information(relay.url.uri()), owned);
                if (inspection.information() == null) {
                    streams.say("sluice: " + relay.url + " has no information document: " + inspection.fault());
                }
                return inspection.limits();
            }
        }
        RelayInformation information = relay.profile != null ? relay.profile.information() : RelayInformation.NONE;
        return DocumentedLimits.of(relay.document != null ? read(relay.document) : information, owned);
    }

    private static RelayInformation read(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new UsageException(file + " is no file that can be read");
        }
        return switch (RelayInformation.parse(Files.readString(file))) {
            case Decoded.Message<RelayInformation>(RelayInformation document) -> document;
            case Decoded.Malformed<RelayInformation> wrong -> throw new UsageException(file + ": " + wrong.reason());
        };
    }
}
