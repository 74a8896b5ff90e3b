package dev.sluice.app.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Network;
import dev.sluice.app.config.Origins;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Policies;
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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who comes in and who does not, over real sockets. */
@Timeout(60)
final class AdmissionIT {

    private static final String UPGRADE = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

    private final MvEventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT);
    private final Intake intake = new Intake(archive, Policies.mirror(), 1);
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        intake.close();
        archive.close();
    }

    @Test
    void clientsBehindAProxyAreToldApart() throws Exception {
        RelayPort port = open(RelayLimits.DEFAULT.with(Limit.MAX_CONNECTIONS_PER_ADDRESS, 1));
        String first = "X-Forwarded-For: 127.0.0.1, 203.0.113.7\r\n";
        assertTrue(upgrade(port, first).startsWith("HTTP/1.1 101"));
        awaitPong((Socket) opened.getLast());
        String refused = upgrade(port, first);
        assertTrue(refused.startsWith("HTTP/1.1 429"), refused);
        assertTrue(refused.contains("too many connections from your address, no more than 1"), refused);
        assertTrue(upgrade(port, "X-Forwarded-For: 203.0.113.8\r\n").startsWith("HTTP/1.1 101"));
    }

    @Test
    void aFullRelayIsToldFromOneThatDoesNotWantThisClient() throws Exception {
        RelayPort port = open(RelayLimits.DEFAULT.with(Limit.MAX_CONNECTIONS, 1));
        assertTrue(upgrade(port, "").startsWith("HTTP/1.1 101"));
        awaitPong((Socket) opened.getLast());
        String refused = upgrade(port, "");
        assertTrue(refused.startsWith("HTTP/1.1 503"), refused);
        assertTrue(refused.contains("too many connections to this relay, no more than 1"), refused);
        Socket one = (Socket) opened.get(2);
        one.close();
        String answer = upgrade(port, "");
        for (int i = 0; i < 50 && answer.startsWith("HTTP/1.1 503"); i++) {
            answer = upgrade(port, "");
        }
        assertTrue(answer.startsWith("HTTP/1.1 101"), answer);
    }

    @Test
    void aConnectionThatBecomesNoClientIsCut() throws Exception {
        RelayPort port = open(RelayLimits.DEFAULT.with(Limit.HANDSHAKE_SECONDS, 1));
        Socket client = connect(port);
        client.getOutputStream().write((UPGRADE + "\r\n").getBytes(StandardCharsets.US_ASCII));
        assertTrue(head(client).startsWith("HTTP/1.1 101"));
        Socket slow = connect(port);
        slow.getOutputStream().write("GET / HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.US_ASCII));
        assertEquals(-1, slow.getInputStream().read());
        awaitPong(client);
        assertEquals(0, port.handshakes());
    }

    @Test
    void theOldestConnectionThatIsNoClientMakesRoom() throws Exception {
        RelayPort port = open(RelayLimits.DEFAULT.with(Limit.MAX_HANDSHAKES, 2));
        Socket oldest = connect(port);
        awaitHandshakes(port, 1);
        connect(port);
        awaitHandshakes(port, 2);
        String third = upgrade(port, "");
        assertTrue(third.startsWith("HTTP/1.1 101"), third);
        assertEquals(-1, oldest.getInputStream().read());
    }

    private RelayPort open(RelayLimits limits) throws IOException {
        RelayCore core = new RelayCore(
                archive, intake, limits, WritePolicy.OPEN, Time.system(), WallClock.system(), RelayInformation.NONE);
        opened.add(core);
        Origins origins = new Origins(
                List.of(Network.parse("127.0.0.1")), Origins.Header.X_FORWARDED_FOR, Origins.DEFAULT.trusted());
        RelayPort port = RelayPort.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                core,
                Map.of(),
                new PortOptions(limits, origins));
        opened.add(port);
        return port;
    }

    private Socket connect(RelayPort port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port());
        opened.add(socket);
        return socket;
    }

    private static void awaitHandshakes(RelayPort port, int count) {
        while (port.handshakes() < count) {
            Thread.onSpinWait();
        }
    }

    /** A client that gets an answer has come in. */
    private static void awaitPong(Socket client) throws IOException {
        client.getOutputStream().write(new byte[] {(byte) 0x89, (byte) 0x80, 0, 0, 0, 0});
        assertEquals(0x8a, client.getInputStream().read());
        assertEquals(0, client.getInputStream().read());
    }

    /** What an upgrade is answered, head and body. */
    private String upgrade(RelayPort port, String headers) throws IOException {
        Socket socket = connect(port);
        socket.getOutputStream().write((UPGRADE + headers + "\r\n").getBytes(StandardCharsets.US_ASCII));
        String head = head(socket);
        int length = head.indexOf("Content-Length: ");
        if (length < 0) {
            return head;
        }
        int digits = length + "Content-Length: ".length();
        int bytes = Integer.parseInt(head.substring(digits, head.indexOf("\r\n", digits)));
        return head + new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
    }

    private static String head(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }
}
