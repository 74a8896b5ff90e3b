package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Network;
import dev.sluice.app.config.Origins;
import dev.sluice.archive.Write;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.WritePolicy;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** A relay on a port that some test attacks, and a well-behaved client that is to notice nothing of it. */
final class AttackedPort implements AutoCloseable {

    private static final RelayLimits LIMITS = RelayLimits.DEFAULT
            .with(Limit.HANDSHAKE_SECONDS, 1)
            .with(Limit.SEND_SECONDS, 1)
            .with(Limit.MAX_QUERY_ROWS, 1_000);

    static final String ADDRESS = "203.0.113.7";
    private static final int SLACK_THREADS = 8;

    static final KeyPair AUTHOR = KeyPair.parse("07".repeat(32));
    static final long NOW = WallClock.system().seconds();

    /** None has both tags, and neither is rare: who asks for both reads all in vain. */
    static final List<Event> NOTES = IntStream.range(0, 3_000)
            .mapToObj(i -> AUTHOR.sign(NOW - i, 1, List.of(List.of(i % 2 == 0 ? "t" : "r", "a")), "" + i))
            .toList();

    final Metrics metrics = new Metrics();
    private final MvEventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT);
    private final Intake intake = new Intake(archive, Policies.mirror(), 1);
    private final RelayCore core = new RelayCore(
            archive, intake, LIMITS, WritePolicy.OPEN, Time.system(), WallClock.system(), RelayInformation.NONE);
    final List<RawClient> attackers = new ArrayList<>();
    final RelayPort port;
    final RawClient wellBehaved;
    private final int threads;

    AttackedPort() {
        try {
            archive.submit(new Write.Events(NOTES, Policies.mirror(), true)).get();
            List<Metrics.Report> unusedRelay = core.report(metrics);
            List<Metrics.Report> unusedIntake = intake.report(metrics);
            Origins origins =
                    new Origins(List.of(Network.parse("127.0.0.1")), Origins.Header.X_FORWARDED_FOR, List.of());
            port = RelayPort.open(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    core,
                    Map.of(),
                    new PortOptions(LIMITS, origins));
            wellBehaved = RawClient.from(port.port(), "198.51.100.1");
            assertIsServed("first");
            threads = ManagementFactory.getThreadMXBean().getThreadCount();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fails when anything is left of the attack. */
    @Override
    public void close() throws Exception {
        assertIsServed("last");
        assertEquals(Set.of(), metrics.beyond());
        for (RawClient attacker : attackers) {
            attacker.close();
        }
        await(() -> metrics.value(Gauge.SERVED_CONNECTIONS) == 1);
        assertEquals(0, metrics.value(Gauge.SERVED_NEG_SESSIONS));
        await(() -> metrics.value(Gauge.SERVED_SUBSCRIPTION_BYTES) == 0);
        int left = ManagementFactory.getThreadMXBean().getThreadCount() - threads;
        assertTrue(left < SLACK_THREADS, left + " threads more");
        wellBehaved.close();
        port.close();
        core.close();
        intake.close();
        archive.close();
    }

    RawClient attacker() throws IOException {
        RawClient client = RawClient.from(port.port(), ADDRESS);
        attackers.add(client);
        return client;
    }

    static String published(RawClient client, Event event) throws IOException {
        client.text("[\"EVENT\"," + Codec.encode(event) + "]");
        return client.next();
    }

    static String ok(Event event, boolean accepted, String text) {
        return "[\"OK\",\"" + event.id() + "\"," + accepted + ",\"" + text + "\"]";
    }

    void assertIsServed(String id) throws IOException {
        wellBehaved.text("[\"REQ\",\"" + id + "\",{\"limit\":1}]");
        String said = wellBehaved.next();
        assertTrue(said.startsWith("[\"EVENT\",\"" + id + "\""), said);
        assertEose(id);
        wellBehaved.text("[\"CLOSE\",\"" + id + "\"]");
    }

    void assertEose(String id) throws IOException {
        String said = wellBehaved.next();
        assertTrue(said.startsWith("[\"EOSE\",\"" + id + "\""), said);
    }

    static void await(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
