package dev.sluice.app.cli;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.page.Page;
import dev.sluice.app.page.RelayPage;
import dev.sluice.app.port.PortOptions;
import dev.sluice.app.port.RelayPort;
import dev.sluice.app.sample.SampleEvents;
import dev.sluice.archive.Write;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.WritePolicy;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** A relay in memory on a loopback port, with generated events. */
final class SampleRelay implements Closeable {

    /** Tells its address from those of real relays on this machine. */
    static final String PATH = "/quickstart";

    /** How many events it holds. */
    static final int EVENTS = 2_000;

    private static final long SEED = 34;
    /** Two hours: the events fill half a year. */
    private static final int SPACING_SECONDS = 7_200;

    private final Opened opened;
    private final RelayPort port;
    private final SampleEvents events;

    private SampleRelay(Opened opened, RelayPort port, SampleEvents events) {
        this.opened = opened;
        this.port = port;
        this.events = events;
    }

    /**
     * Starts the relay.
     *
     * @param preferred the port to take when it is free, 0 for any
     */
    static SampleRelay open(int preferred) throws IOException, InterruptedException {
        Opened opened = new Opened();
        try {
            SampleEvents events = SampleEvents.from(SEED, SampleEvents.FIRST_SECOND, SPACING_SECONDS);
            MvEventArchive archive = opened.add(MvEventArchive.inMemory(ArchiveOptions.DEFAULT), MvEventArchive::close);
            fill(archive, events);
            Intake intake = opened.add(Wiring.intake(archive), Intake::close);
            RelayCore core = opened.add(core(archive, intake), RelayCore::close);
            RelayPort port = opened.add(port(core, preferred), RelayPort::close);
            return new SampleRelay(opened, port, events);
        } catch (IOException | InterruptedException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Its address. */
    RelayUrl url() {
        return RelayUrl.parse("ws://127.0.0.1:" + port.port() + PATH).orElseThrow();
    }

    /** An event that nobody has ever seen: two runs may fall into one second. */
    Event newNote() {
        return events.note(WallClock.system().seconds(), "Hello from the quickstart, " + UUID.randomUUID());
    }

    @Override
    public void close() throws IOException {
        opened.close();
    }

    private static void fill(MvEventArchive archive, SampleEvents events) throws InterruptedException {
        List<Event> all = Stream.generate(events::next).limit(EVENTS).toList();
        try {
            archive.submit(new Write.Events(all, Policies.mirror(), true)).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the sample relay could not be filled", e.getCause());
        }
    }

    private static RelayCore core(MvEventArchive archive, Intake intake) {
        return new RelayCore(
                archive,
                intake,
                Configuration.EMPTY.limits(),
                WritePolicy.OPEN,
                Time.system(),
                WallClock.system(),
                Wiring.information(Configuration.EMPTY.serving()));
    }

    private static RelayPort port(RelayCore core, int preferred) throws IOException {
        Map<String, Page> pages = Map.of(PATH, new RelayPage(core::information, Set.of()));
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try {
            return RelayPort.open(new InetSocketAddress(loopback, preferred), core, pages, PortOptions.DEFAULT);
        } catch (IOException taken) {
            return RelayPort.open(new InetSocketAddress(loopback, 0), core, pages, PortOptions.DEFAULT);
        }
    }
}
