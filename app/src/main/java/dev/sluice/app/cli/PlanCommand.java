package dev.sluice.app.cli;

import dev.sluice.app.config.WatchFile;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Shards;
import dev.sluice.profile.Profile;
import dev.sluice.sync.DocumentedLimits;
import dev.sluice.wire.JdkDialer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
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
            "  sluice plan --watch watched.json --relay wss://relay.example",
            "  sluice plan --watch watched.json --profile nostream --json"
        })
final class PlanCommand extends Subcommand {

    private final Streams streams;

    @ArgGroup
    private Relay relay = new Relay();

    @Option(
            names = "--watch",
            paramLabel = "FILE",
            required = true,
            description =
                    "The watched set in JSON: an object with the lists coordinates, identifiers, roots (of texts) and "
                            + "filters (of NIP-01 filters), each of which may be missing.")
    private @Nullable Path watch;

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

    PlanCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        WatchFile watched = WatchFile.read(Objects.requireNonNull(watch, "picocli demands it"));
        PlanReport report = PlanReport.of(watched.demands(), limits(), owned, Shards.MOST);
        summary.print(streams, report.json(), report.words());
        return Exit.DONE;
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
