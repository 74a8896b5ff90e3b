package dev.sluice.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import dev.sluice.wire.Dialer.Dialed;
import dev.sluice.wire.Dialer.Failure;
import dev.sluice.wire.Dialer.Fetched;
import dev.sluice.wire.RelaySocket.Received.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Dialling, and fetching information documents, with the JDK's client on real sockets. */
@Timeout(60)
final class JdkDialerIT {

    private final ManualTime time = new ManualTime();
    private final JdkDialer dialer = JdkDialer.open(AddressGuard.none(), time, "Sluice-Test");

    private final TaskScope scope = TaskScope.open("test");

    @AfterEach
    void end() {
        scope.close();
        dialer.close();
    }

    @Test
    void aPeerThatCutsBeforeTheUpgradeIsDialledOnce() throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.startRaw(ScriptedRelay::readHead)) {
            assertEquals(Failure.CUT_IN_HANDSHAKE, failure(relay.uri()).failure());
            assertEquals(1, relay.accepts());
        }
    }

    @Test
    void aPeerThatCutsIsAskedOnceForItsDocument() throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.startRaw(ScriptedRelay::readHead)) {
            assertInstanceOf(Fetched.Absent.class, dialer.information(relay.uri()));
            assertEquals(1, relay.accepts());
        }
    }

    @Test
    void aPeerThatGreetsAndDropsIsDialledOnceEachTime() throws Exception {
        // dropped with the greeting still in the handshake's buffers, the JDK's client now and then tells no end
        try (ScriptedRelay relay = ScriptedRelay.start(client -> {
            client.text("[\"NOTICE\",\"go away\"]");
            client.readText();
        })) {
            for (int dials = 1; dials <= 3; dials++) {
                RelaySocket socket = assertInstanceOf(Dialed.Connected.class, dialer.dial(relay.uri()))
                        .socket();
                assertTrue(socket.send("[\"CLOSE\",\"x\"]"));
                while (!(socket.receive() instanceof Ended)) {
                    // its greeting
                }
                socket.abort();
                assertEquals(dials, relay.accepts());
            }
        }
    }

    @Test
    void refusedHandshakesTellStatusAndRetryAfter() throws Exception {
        assertEquals(new Refusal(401, 0), refused("HTTP/1.1 401 Unauthorized\r\n"));
        assertEquals(new Refusal(403, 0), refused("HTTP/1.1 403 Forbidden\r\n"));
        assertEquals(new Refusal(429, 120), refused("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\n"));
        assertEquals(
                new Refusal(503, 90),
                refused(String.join(
                        "\r\n",
                        "HTTP/1.1 503 Busy",
                        "Date: Sat, 01 Aug 2026 12:00:00 GMT",
                        "Retry-After: Sat, 01 Aug 2026 12:01:30 GMT",
                        "")));
        assertEquals(new Refusal(301, 0), refused("HTTP/1.1 301 Moved Permanently\r\nLocation: ws://127.0.0.1:1/\r\n"));
        assertEquals(new Refusal(200, 0), refused("HTTP/1.1 200 OK\r\n"));
    }

    @Test
    void failuresOfDiallingAreToldApart() throws Exception {
        assertEquals(Failure.UNREACHABLE, failure(freeAddress()).failure());
        assertEquals(
                Failure.UNRESOLVED,
                failure(URI.create("ws://no-such-host.invalid/")).failure());
        assertEquals(
                Failure.REFUSED_ADDRESS,
                failure(URI.create("gopher://127.0.0.1/")).failure());
        assertEquals(
                Failure.REFUSED_ADDRESS, failure(URI.create("ws:///nowhere")).failure());
        try (ScriptedRelay plain = ScriptedRelay.startRaw(socket -> {
            ScriptedRelay.write(socket, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
            socket.getInputStream().readAllBytes();
        })) {
            URI secure = URI.create(plain.uri().toString().replace("ws:", "wss:"));
            assertEquals(Failure.TLS, failure(secure).failure());
        }
    }

    @Test
    void anAddressThatTheGuardRefusesIsNotDialled() throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.start(ScriptedConnection::readOn);
                JdkDialer guarded = JdkDialer.open(
                        target -> new AddressGuard.Verdict.Refused("not this one"), time, "Sluice-Test")) {
            Dialed.Failed failed = assertInstanceOf(Dialed.Failed.class, guarded.dial(relay.uri()));
            assertEquals(Failure.REFUSED_ADDRESS, failed.failure());
            assertInstanceOf(Fetched.Absent.class, guarded.information(relay.uri()));
            assertEquals(0, relay.accepts());
        }
    }

    @Test
    void aDialThatWasInterruptedClosesWhatOpensLater() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        SynchronousQueue<String> goOn = new SynchronousQueue<>();
        CountDownLatch gone = new CountDownLatch(1);
        try (ScriptedRelay relay = ScriptedRelay.startRaw(socket -> {
            asked.countDown();
            goOn.take();
            ScriptedConnection late = ScriptedRelay.upgraded(socket);
            try {
                late.readOn();
            } finally {
                gone.countDown();
            }
        })) {
            Fork<Dialed> dial = scope.fork("dial", () -> dialer.dial(relay.uri()));
            asked.await();
            dial.cancel();
            TaskFailedException failure = assertThrows(TaskFailedException.class, dial::join);
            assertInstanceOf(InterruptedException.class, failure.getCause());
            goOn.put("now");
            assertTrue(gone.await(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void theInformationDocumentIsFetchedFromTheRelaysOwnAddress() throws Exception {
        Fetched fetched = fetched("HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:01:00 GMT\r\n", "{\"name\":\"x\"}");
        assertEquals(new Fetched.Document("{\"name\":\"x\"}", OptionalLong.of(60)), fetched);
    }

    @Test
    void theInformationDocumentFollowsNoRedirectAndHasABound() throws Exception {
        assertInstanceOf(Fetched.Absent.class, fetched("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n", ""));
        assertInstanceOf(Fetched.Absent.class, fetched("HTTP/1.1 404 Not Found\r\n", "{}"));
        assertInstanceOf(Fetched.Document.class, fetched("HTTP/1.1 200 OK\r\n", "x".repeat(65_536)));
        assertInstanceOf(Fetched.Absent.class, fetched("HTTP/1.1 200 OK\r\n", "x".repeat(65_537)));
        assertEquals(new Fetched.Absent("nothing answers there"), dialer.information(freeAddress()));
        assertInstanceOf(Fetched.Absent.class, dialer.information(URI.create("wss:///nowhere")));
    }

    @Test
    void aDocumentWithoutEndIsGivenUpAtTheBound() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        try (ScriptedRelay relay = ScriptedRelay.startRaw(socket -> {
            ScriptedRelay.readHead(socket);
            ScriptedRelay.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
            try {
                while (true) {
                    ScriptedRelay.write(socket, "x".repeat(8_192));
                }
            } catch (IOException hungUp) {
                gone.countDown();
            }
        })) {
            assertInstanceOf(Fetched.Absent.class, dialer.information(relay.uri()));
            assertTrue(gone.await(5, TimeUnit.SECONDS), "the exchange was not ended");
        }
    }

    @Test
    void aDocumentThatIsNoTextIsHandedOverAsFarAsItIs() throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.startRaw(socket -> {
            ScriptedRelay.readHead(socket);
            ScriptedRelay.write(socket, "HTTP/1.1 200 OK\r\nDate: never\r\nContent-Length: 4\r\n\r\n");
            socket.getOutputStream().write(new byte[] {'{', (byte) 0xff, 0, '}'});
        })) {
            Fetched expected = new Fetched.Document("{\uFFFD\u0000}", OptionalLong.empty());
            assertEquals(expected, dialer.information(relay.uri()));
        }
    }

    @Test
    void aDocumentThatTricklesIsGivenUpAfterFiveSeconds() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        try (ScriptedRelay relay = ScriptedRelay.startRaw(socket -> {
            ScriptedRelay.readHead(socket);
            ScriptedRelay.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{");
            socket.getInputStream().readAllBytes();
            gone.countDown();
        })) {
            assertInstanceOf(Fetched.Absent.class, dialer.information(relay.uri()));
            assertTrue(gone.await(5, TimeUnit.SECONDS), "the exchange was not ended");
        }
    }

    @Test
    void closingTheDialerEndsSocketsThatWereLeftOpen() throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.start(ScriptedConnection::readOn)) {
            JdkDialer own = JdkDialer.open(AddressGuard.none(), time, "Sluice-Test");
            RelaySocket socket = assertInstanceOf(Dialed.Connected.class, own.dial(relay.uri()))
                    .socket();
            own.close();
            assertInstanceOf(Ended.class, socket.receive());
        }
    }

    private record Refusal(int status, long retryAfterSeconds) {}

    private Refusal refused(String head) throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.startRaw(socket -> {
            ScriptedRelay.readHead(socket);
            ScriptedRelay.write(socket, head + "Content-Length: 0\r\n\r\n");
        })) {
            Dialed.Failed failed = failure(relay.uri());
            assertEquals(Failure.HANDSHAKE, failed.failure());
            assertEquals(1, relay.accepts());
            return new Refusal(failed.status(), failed.retryAfterSeconds());
        }
    }

    private Fetched fetched(String head, String body) throws Exception {
        AtomicReference<String> accept = new AtomicReference<>();
        try (ScriptedRelay relay = ScriptedRelay.startRaw(socket -> {
            accept.set(ScriptedRelay.readHead(socket).get("accept"));
            ScriptedRelay.write(socket, head + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        })) {
            Fetched fetched = dialer.information(relay.uri());
            assertEquals("application/nostr+json", accept.get());
            return fetched;
        }
    }

    private Dialed.Failed failure(URI relay) throws InterruptedException {
        return assertInstanceOf(Dialed.Failed.class, dialer.dial(relay));
    }

    private static URI freeAddress() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("ws://127.0.0.1:" + free.getLocalPort() + "/");
        }
    }
}
