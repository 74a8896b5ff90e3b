package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ListenAddress;
import dev.sluice.app.page.HealthPage;
import dev.sluice.app.page.MetricsPage;
import dev.sluice.app.page.Page;
import dev.sluice.app.port.StatusPort;
import dev.sluice.archive.EventArchive;
import dev.sluice.metrics.Metrics;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether the operator's pages are there beside a command: its numbers for Prometheus, and whether it is well. */
final class StatusOption {

    private static final String USUAL = "127.0.0.1:7449";

    @Option(
            names = "--status",
            paramLabel = "HOST:PORT",
            arity = "0..1",
            fallbackValue = USUAL,
            converter = ListenConverter.class,
            description = "Answer /metrics and /health over HTTP (default address: " + USUAL
                    + "; without the option: [status] of the configuration, else not).")
    private @Nullable ListenAddress address;

    /** Opens the port when it was asked for. */
    void open(Streams streams, Configuration read, EventArchive archive, Metrics metrics, Opened opened)
            throws IOException {
        Optional<ListenAddress> wanted = address != null ? Optional.of(address) : read.status();
        if (wanted.isPresent()) {
            MetricsPage numbers = opened.add(new MetricsPage(metrics), MetricsPage::close);
            Map<String, Page> pages = Map.of("/metrics", numbers, "/health", new HealthPage(archive));
            StatusPort port = opened.add(StatusPort.open(wanted.get().socketAddress(), pages), StatusPort::close);
            streams.say("numbers on http://" + new ListenAddress(wanted.get().host(), port.port()) + "/metrics");
        }
    }
}
