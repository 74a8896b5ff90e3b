package dev.sluice.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import dev.sluice.time.Time;
import dev.sluice.wire.Dialer.Dialed;
import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.Received;
import dev.sluice.wire.RelaySocket.Received.Ended;
import dev.sluice.wire.RelaySocket.Received.Text;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Open connections of the JDK's client to a relay that does what a script says. */
@Timeout(60)
final class JdkRelaySocketIT {

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
