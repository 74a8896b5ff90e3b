package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.page.RelayPage;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.TestEvents;
import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayCore;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.WritePolicy;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import dev.sluice.testing.Leftovers;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One REQ for very much: all of it comes, and who does not read costs the relay little. */
@Timeout(180)
final class LargeAnswerIT {

    private static final Logger LOG = Logger.getLogger(LargeAnswerIT.class.getName());

    private static final RelayLimits LIMITS =
            RelayLimits.DEFAULT.with(Limit.MAX_LIMIT, 1_000_000).with(Limit.SEND_SECONDS, 3_600);

    private static final int STALLED = 4;

    private static final long MOST_BYTES = 16L << 20;

    private final MvEventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT);
    private final Intake intake = new Intake(archive, Policies.mirror(), 1);
    private final RelayCore core = new RelayCore(
            archive, intake, LIMITS, WritePolicy.OPEN, Time.system(), WallClock.system(), RelayInformation.NONE);
    private RelayPort port;

    @BeforeEach
    void open() throws IOException {
        port = RelayPort.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                core,
                Map.of("/", new RelayPage(core::information, Set.of())),
                new PortOptions(LIMITS, PortOptions.DEFAULT.origins()));
    }

    @AfterEach
    void close() {
        port.close();
        core.close();
        intake.close();
        archive.close();
    }

    @Test
    void aLargeAnswerComesWholeBesideClientsThatReadNothing() throws Exception {
        deliver(20_000);
    }

    @Test
    @Tag("full")
    void aHundredThousandEventsComeBesideClientsThatReadNothing() throws Exception {
        deliver(100_000);
    }

    private void deliver(int count) throws Exception {
        hold(count);
        // what the archive caches is not the clients'
        assertEquals(count, read(count));
        Leftovers before = Leftovers.before("large answer");
        Socket[] stalled = new Socket[STALLED];
        try {
            for (int i = 0; i < STALLED; i++) {
                stalled[i] = stall(count);
            }
            assertEquals(count, read(count));
            long each = before.bytesSince() / STALLED;
            LOG.info(() ->
                    String.format(Locale.ROOT, "%,d events: %,d bytes for a client that does not read", count, each));
            assertTrue(each < MOST_BYTES, "for each " + each);
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    private void hold(int count) throws Exception {
        for (int from = 0; from < count; from += 10_000) {
            List<Event> notes = IntStream.range(from, from + 10_000)
                    .mapToObj(LargeAnswerIT::note)
                    .toList();
            archive.submit(new Write.Events(notes, Guard.OPEN, true)).get();
        }
    }

    /** So long that what waits for a client does not fit into the buffers of the system. */
    private static Event note(int number) {
        return TestEvents.unsigned(number % 10, number, Kind.NOTE, List.of(), "x".repeat(500) + number);
    }

    /** Reads all, newest first and each once, up to the EOSE; how many there were. */
    private int read(int count) throws Exception {
        try (PortClient client = new PortClient(URI.create("ws://127.0.0.1:" + port.port()))) {
            client.send("[\"REQ\",\"all\",{\"limit\":" + count + "}]");
            int events = 0;
            long last = Long.MAX_VALUE;
            String message = client.next();
            while (message.startsWith("[\"EVENT\",\"all\",")) {
                long second = second(message);
                assertTrue(second < last, message);
                last = second;
                events++;
                message = client.next();
            }
            assertEquals("[\"EOSE\",\"all\",[\"finish\"]]", message);
            return events;
        }
    }

    private static long second(String message) {
        int from = message.indexOf("\"created_at\":") + 13;
        return Long.parseLong(message, from, message.indexOf(',', from), 10);
    }

    /** A client that asks for all and never reads. */
    private Socket stall(int count) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(1 << 16);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()));
        socket.getOutputStream()
                .write(("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        int ends = 0;
        while (ends < 4) {
            int read = socket.getInputStream().read();
            ends = read == (ends % 2 == 0 ? '\r' : '\n') ? ends + 1 : 0;
        }
        byte[] text = ("[\"REQ\",\"all\",{\"limit\":" + count + "}]").getBytes(StandardCharsets.US_ASCII);
        byte[] frame = new byte[6 + text.length];
        frame[0] = (byte) 0x81;
        // masked by zeros
        frame[1] = (byte) (0x80 | text.length);
        System.arraycopy(text, 0, frame, 6, text.length);
        socket.getOutputStream().write(frame);
        return socket;
    }
}
