package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ListenAddress;
import dev.sluice.app.page.HealthPage;
import dev.sluice.app.page.Page;
import dev.sluice.app.page.RelayPage;
import dev.sluice.app.port.PortOptions;
import dev.sluice.app.port.RelayPort;
import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.metrics.Metrics.Report;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.relay.Limit;
import dev.sluice.relay.Relay;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.WritePolicy;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The relay on its port. Close it before the intake and the archive it serves. */
final class RelayService implements AutoCloseable {

    private final Relay relay;
    private final RelayPort port;
    private final ListenAddress address;
    private final List<Report> reports = new ArrayList<>();

    private RelayService(Relay relay, RelayPort port, ListenAddress address) {
        this.relay = relay;
        this.port = port;
        this.address = address;
    }

    /**
     * Opens the port.
     *
     * @param metrics shows what clients make the relay keep
     * @param writes what clients may publish
     */
    static RelayService open(
            EventArchive archive,
            Intake intake,
            Configuration configuration,
            ListenAddress address,
            WritePolicy writes,
            Metrics metrics)
            throws IOException {
        RelayCore core = new RelayCore(
                archive,
                intake,
                configuration.limits(),
                writes,
                configuration.serving().access(),
                Time.system(),
                WallClock.system(),
                Wiring.information(configuration.serving()));
        PortOptions options =
                new PortOptions(configuration.limits(), configuration.serving().origins());
        RelayService service = open(core, archive, configuration.serving().urls(), options, address);
        service.reports.addAll(core.report(metrics));
        long most = configuration.limits().of(Limit.MAX_HANDSHAKES);
        service.reports.add(metrics.report(Gauge.SERVED_HANDSHAKES, service.port::handshakes, () -> most));
        return service;
    }

    /**
     * Opens the port for a relay, which it closes with itself.
     *
     * @param urls how the world calls the relay
     */
    static RelayService open(
            Relay relay, EventArchive archive, Set<RelayUrl> urls, PortOptions options, ListenAddress address)
            throws IOException {
        try {
            RelayPort port = RelayPort.open(address.socketAddress(), relay, pages(relay, archive, urls), options);
            return new RelayService(relay, port, new ListenAddress(address.host(), port.port()));
        } catch (IOException e) {
            relay.close();
            throw e;
        }
    }

    /** The relay's page is where its URLs say, behind a proxy as well. */
    private static Map<String, Page> pages(Relay relay, EventArchive archive, Set<RelayUrl> urls) {
        Page page = new RelayPage(relay::information, urls);
        Map<String, Page> pages = new HashMap<>();
        urls.forEach(url -> pages.put(url.uri().getPath(), page));
        pages.remove("");
        pages.put("/", page);
        pages.put("/health", new HealthPage(archive));
        return pages;
    }

    /** Where clients find it. */
    String url() {
        return "ws://" + address;
    }

    @Override
    public void close() {
        reports.forEach(Report::close);
        port.close();
        relay.close();
    }
}
