package dev.sluice.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import dev.sluice.time.Time;
import dev.sluice.wire.Dialer.Dialed;
import dev.sluice.wire.Dialer.Failure;
import dev.sluice.wire.Dialer.Fetched;
import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.Received;
import dev.sluice.wire.RelaySocket.Received.Ended;
import dev.sluice.wire.RelaySocket.Received.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JDK's client against a relay that does what a script says, on real sockets. */
@Timeout(60)
final class JdkDialerIT {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ManualTime time = new ManualTime();
    private final JdkDialer dialer = JdkDialer.open(AddressGuard.none(), time, "Sluice-Test");

    /** For hang-ups: the JDK loses one now and then, and the pings that find it need time that passes. */
    private final JdkDialer onRealTime = JdkDialer.open(AddressGuard.none(), Time.system(), "Sluice-Test");

    private final TaskScope scope = TaskScope.open("test");

    @AfterEach
    void end() {
        scope.close();
        dialer.close();
        onRealTime.close();
    }

    @Test
    void textsTravelBothWays() throws Exception {
        AtomicReference<String> agent = new AtomicReference<>();
        AtomicReference<Boolean> subprotocol = new AtomicReference<>();
        try (ScriptedRelay relay = ScriptedRelay.start(c -> {
            agent.set(c.header("user-agent").orElse(""));
            subprotocol.set(c.header("sec-websocket-protocol").isPresent());
            c.text("hello " + c.readText().orElseThrow());
            c.readOn();
        })) {
            RelaySocket socket = connect(relay.uri());
            assertTrue(socket.send("\u00e9\ud83c\udf55"));
            assertEquals(new Text("hello \u00e9\ud83c\udf55"), socket.receive());
            assertEquals("Sluice-Test", agent.get());
            assertFalse(subprotocol.get());
            socket.close(PATIENCE);
        }
    }

    @Test
    void aMessageThatComesInTheSameSegmentAsTheUpgradeIsNotLost() throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.start(c -> {
            c.text("[\"AUTH\",\"x\"]");
            c.readOn();
        })) {
            RelaySocket socket = connect(relay.uri());
            assertEquals(new Text("[\"AUTH\",\"x\"]"), socket.receive());
            socket.abort();
        }
    }

    @Test
    void longMessagesArePutTogetherOnBothSides() throws Exception {
        String request = "r".repeat(97_000);
        String answer = "a".repeat(1_048_577);
        AtomicReference<String> seen = new AtomicReference<>();
        try (ScriptedRelay relay = ScriptedRelay.start(c -> {
            seen.set(c.readText().orElseThrow());
            assertTrue(c.longestFrame() <= 16_384);
            c.fragments(answer, 5_000);
            c.readOn();
        })) {
            RelaySocket socket = connect(relay.uri());
            assertTrue(socket.send(request));
            assertEquals(new Text(answer), socket.receive());
            assertEquals(request, seen.get());
            socket.abort();
        }
    }

    @Test
    void aMessageOverTheCapEndsTheConnection() throws Exception {
        byte[] part = new byte[1_000_000];
        try (ScriptedRelay relay = ScriptedRelay.start(c -> {
            for (int i = 0; i < 5; i++) {
                c.write(false, i == 0 ? FrameCodec.TEXT : FrameCodec.CONTINUATION, part);
            }
            c.readOn();
        })) {
            assertEnded(Cause.PROTOCOL, connect(relay.uri()).receive());
        }
    }

    @Test
    void sixtyFourThreadsSendAtOnceAndNothingIsLost() throws Exception {
        CountDownLatch read = new CountDownLatch(64 * 50);
        try (ScriptedRelay relay = ScriptedRelay.start(c -> {
            while (c.readText().isPresent()) {
                read.countDown();
            }
        })) {
            RelaySocket socket = connect(relay.uri());
            for (int i = 0; i < 64; i++) {
                scope.fork("sender-" + i, () -> {
                    for (int j = 0; j < 50; j++) {
                        assertTrue(socket.send("[\"REQ\",\"" + "x".repeat(j * 20) + "\"]"));
                    }
                    return null;
                });
            }
            scope.join();
            assertTrue(read.await(20, TimeUnit.SECONDS));
            socket.close(PATIENCE);
        }
    }

    @Test
    void aReaderThatDoesNotReadHoldsThePeerBack() throws Exception {
        AtomicReference<Integer> written = new AtomicReference<>(0);
        String text = "x".repeat(100_000);
        try (ScriptedRelay relay = ScriptedRelay.start(c -> {
            for (int i = 0; i < 1_000; i++) {
                c.text(text);
                written.set(i + 1);
            }
            c.readOn();
        })) {
            RelaySocket socket = connect(relay.uri());
            assertEquals(new Text(text), socket.receive());
            awaitStandstill(written);
            assertTrue(written.get() < 400, "megabytes in flight: " + written.get() / 10);
            for (int i = 1; i < 1_000; i++) {
                assertEquals(new Text(text), socket.receive());
            }
            socket.abort();
        }
    }

    @Test
    void everyWayToEndIsSeen() throws Exception {
        assertEnded(Cause.CLOSED_BY_PEER, ended(c -> {
            c.close(1001, "restart");
            c.readOn();
        }));
        assertEnded(Cause.CUT, ended(ScriptedConnection::hangUp));
        assertEnded(Cause.CUT, ended(ScriptedConnection::reset));
        assertEnded(Cause.PROTOCOL, ended(c -> c.write(true, 0x40 | FrameCodec.TEXT, new byte[0])));
    }

    @Test
    void aHalfOpenConnectionIsFoundByPingsThatNobodyAnswers() throws Exception {
        AtomicReference<ScriptedConnection> peer = new AtomicReference<>();
        try (ScriptedRelay relay = ScriptedRelay.start(c -> {
            c.deaf();
            peer.set(c);
            c.readOn();
        })) {
            RelaySocket socket = connect(relay.uri());
            Fork<Received> reader = scope.fork("reader", socket::receive);
            time.awaitSleepers(1);
            time.advance(Pulse.INTERVAL);
            awaitTrue(() -> peer.get() != null && peer.get().pings() == 1);
            time.awaitSleepers(1);
            time.advance(Pulse.INTERVAL);
            assertEnded(Cause.SILENT, reader.join());
        }
    }

    @Test
    void closingSaysGoodbye() throws Exception {
        AtomicReference<Integer> code = new AtomicReference<>(0);
        CountDownLatch over = new CountDownLatch(1);
        try (ScriptedRelay relay = ScriptedRelay.start(c -> {
            c.readOn();
            code.set(c.closeCode());
            over.countDown();
        })) {
            RelaySocket socket = connect(relay.uri());
            socket.close(PATIENCE);
            assertTrue(over.await(5, TimeUnit.SECONDS));
            assertEquals(1_000, code.get());
            assertEnded(Cause.CLOSED_BY_US, socket.receive());
        }
    }

    @Test
    void fiveConnectionsInARowWorkAsTheFirstDid() throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.start(c -> {
            c.text("hello");
            c.readText();
        })) {
            for (int i = 0; i < 5; i++) {
                RelaySocket socket = connect(onRealTime, relay.uri());
                assertEquals(new Text("hello"), socket.receive());
                assertTrue(socket.send("hang up"));
                assertEnded(Cause.CUT, socket.receive());
                socket.abort();
            }
            assertEquals(5, relay.accepts());
        }
    }

    /** The message itself may be lost in the JDK when the end overtakes it. */
    @Test
    void aHangUpRightBehindAMessageIsFoundWithinSeconds() throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.start(c -> c.text("bye"))) {
            for (int i = 0; i < 40; i++) {
                RelaySocket socket = connect(onRealTime, relay.uri());
                scope.fork("reader-" + i, () -> {
                    Received first = socket.receive();
                    assertEnded(Cause.CUT, first.equals(new Text("bye")) ? socket.receive() : first);
                    return null;
                });
            }
            scope.join();
        }
    }

    @Test
    void aPeerThatCutsBeforeTheUpgradeIsDialledOnce() throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.startRaw(ScriptedRelay::readHead)) {
            assertEquals(Failure.CUT_IN_HANDSHAKE, failure(relay.uri()).failure());
            assertEquals(1, relay.accepts());
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
                JdkDialer guarded = JdkDialer.open(target -> false, time, "Sluice-Test")) {
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
        assertInstanceOf(Fetched.Absent.class, dialer.information(freeAddress()));
        assertInstanceOf(Fetched.Absent.class, dialer.information(URI.create("wss:///nowhere")));
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

    private Received ended(ScriptedRelay.Script script) throws Exception {
        try (ScriptedRelay relay = ScriptedRelay.start(script)) {
            return connect(onRealTime, relay.uri()).receive();
        }
    }

    private RelaySocket connect(URI relay) throws InterruptedException {
        return connect(dialer, relay);
    }

    private static RelaySocket connect(Dialer dialer, URI relay) throws InterruptedException {
        return assertInstanceOf(Dialed.Connected.class, dialer.dial(relay)).socket();
    }

    private Dialed.Failed failure(URI relay) throws InterruptedException {
        return assertInstanceOf(Dialed.Failed.class, dialer.dial(relay));
    }

    private static URI freeAddress() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("ws://127.0.0.1:" + free.getLocalPort() + "/");
        }
    }

    private static void awaitStandstill(AtomicReference<Integer> written) {
        Awaitility.await().until(() -> {
            int before = written.get();
            new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS);
            return before > 0 && before == written.get();
        });
    }

    private static void awaitTrue(Callable<Boolean> condition) {
        Awaitility.await().until(condition);
    }

    private static void assertEnded(Cause cause, Received received) {
        assertEquals(cause, assertInstanceOf(Ended.class, received).end().cause());
    }
}
