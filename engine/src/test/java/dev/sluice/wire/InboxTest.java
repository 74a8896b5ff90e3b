package dev.sluice.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.time.ManualTime;
import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.Received;
import dev.sluice.wire.RelaySocket.Received.Ended;
import dev.sluice.wire.RelaySocket.Received.Text;
import java.net.ProtocolException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class InboxTest {

    private static final int CAP = 1_000;

    private final ManualTime time = new ManualTime();
    private final FakeWebSocket jdk = new FakeWebSocket();
    private final Inbox inbox = new Inbox(time, CAP);
    private final InboxListener listener = new InboxListener(inbox);
    private final JdkRelaySocket socket = new JdkRelaySocket(jdk, inbox, time, Duration.ofSeconds(10));

    @BeforeEach
    void open() {
        jdk.listener = listener;
        listener.onOpen(jdk);
    }

    @Test
    void messagesArriveWholeAndInOrder() throws InterruptedException {
        arrive("[\"EOSE\",\"a\"]", true);
        arrive("[\"EVE", false);
        arrive("NT\",", false);
        arrive("1]", true);
        assertEquals(new Text("[\"EOSE\",\"a\"]"), socket.receive());
        assertEquals(new Text("[\"EVENT\",1]"), socket.receive());
    }

    @Test
    void whatCameBeforeTheEndIsStillReceived() throws InterruptedException {
        arrive("last words", true);
        listener.onClose(jdk, 1001, "going away");
        assertEquals(new Text("last words"), socket.receive());
        assertEnded(Cause.CLOSED_BY_PEER, socket.receive());
        assertEnded(Cause.CLOSED_BY_PEER, socket.receive());
    }

    @Test
    void theFirstEndIsTheOneThatCounts() throws InterruptedException {
        listener.onError(jdk, new SocketException("Connection reset"));
        listener.onClose(jdk, 1000, "");
        socket.abort();
        assertEnded(Cause.CUT, socket.receive());
    }

    @Test
    void endsAreToldApart() {
        assertEquals(Cause.CUT, endOf(fresh -> fresh.onClose(jdk, 1006, "")));
        assertEquals(Cause.CLOSED_BY_PEER, endOf(fresh -> fresh.onClose(jdk, 4000, "shutdown")));
        assertEquals(Cause.PROTOCOL, endOf(fresh -> fresh.onError(jdk, new ProtocolException("RSV"))));
        assertEquals(Cause.CUT, endOf(fresh -> fresh.onError(jdk, new SocketException("reset"))));
    }

    @Test
    void aMessageOverTheCapEndsTheConnectionWhileItStreamsIn() throws InterruptedException {
        arrive("x".repeat(CAP), false);
        arrive("x", false);
        assertTrue(jdk.aborted);
        assertEnded(Cause.PROTOCOL, socket.receive());
    }

    @Test
    void aMessageOfExactlyTheCapPasses() throws InterruptedException {
        arrive("x".repeat(CAP - 1), false);
        arrive("x", true);
        assertEquals(new Text("x".repeat(CAP)), socket.receive());
    }

    @Test
    void demandOfAMessageComesBackOnlyWhenItIsTaken() throws InterruptedException {
        assertEquals(64, jdk.demand.get());
        for (int i = 0; i < 64; i++) {
            arrive("m", true);
        }
        assertEquals(0, jdk.demand.get(), "64 messages wait, and no more may come");
        socket.receive();
        assertEquals(1, jdk.demand.get());
    }

    @Test
    void demandOfPartsAndPingsComesBackAtOnce() {
        arrive("part", false);
        jdk.demand.decrementAndGet();
        listener.onPing(jdk, ByteBuffer.allocate(0));
        jdk.demand.decrementAndGet();
        listener.onPong(jdk, ByteBuffer.allocate(0));
        assertEquals(64, jdk.demand.get());
    }

    @Test
    void demandIsWithheldWhileTooManyCharactersWait() throws InterruptedException {
        arrive("x".repeat(CAP - 1), true);
        arrive("yy", false);
        arrive("zz", false);
        assertEquals(64 - 3, jdk.demand.get());
        socket.receive();
        assertEquals(64, jdk.demand.get());
        arrive("", true);
        assertEquals(new Text("yyzz"), socket.receive());
    }

    @Test
    void noStreamOfPartsFillsTheMemory() throws InterruptedException {
        int waiting = 0;
        for (int i = 0; jdk.demand.get() > 0 && i < 10_000; i++) {
            arrive("x".repeat(40), i % 5 == 4);
            waiting += 40;
        }
        assertTrue(waiting <= CAP + 64 * 40, "characters that waited: " + waiting);
        assertInstanceOf(Text.class, socket.receive());
    }

    private void arrive(String part, boolean last) {
        jdk.demand.decrementAndGet();
        listener.onText(jdk, part, last);
    }

    private Cause endOf(Consumer<InboxListener> how) {
        Inbox fresh = new Inbox(time, CAP);
        how.accept(new InboxListener(fresh));
        return fresh.ended().join().cause();
    }

    private static void assertEnded(Cause cause, Received received) {
        assertEquals(cause, assertInstanceOf(Ended.class, received).end().cause());
    }
}
