package dev.sluice.app.cli;

import dev.sluice.nostr.RelayUrl;
import dev.sluice.wire.JdkDialer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a relay's information and what follows from it. */
@Command(
        name = "inspect",
        header = "Shows a relay's information document and what follows from it.",
        description =
                "Reads the document (NIP-11) and shows the budgets that one connection would keep to. The exit code "
                        + "is 1 when there is no document.",
        footer = {"  sluice inspect wss://relay.example", "  sluice inspect relay.example --json"})
final class InspectCommand extends Subcommand {

    private final Streams streams;

    @Parameters(paramLabel = "URL", converter = RelayConverter.class, description = "The relay.")
    private @Nullable RelayUrl relay;

    @Option(names = "--owned", description = "Show the budgets of a relay that is your own.")
    private boolean owned;

    @Mixin
    private final SummaryOption summary = new SummaryOption();

    InspectCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        RelayUrl url = Objects.requireNonNull(relay, "picocli demands it");
        try (JdkDialer dialer = Wiring.dialer()) {
            Inspection inspection = Inspection.of(url, dialer.information(url.uri()), owned);
            summary.print(streams, inspection.json(), inspection.words());
            return inspection.information() == null ? Exit.INCOMPLETE : Exit.DONE;
        }
    }
}
