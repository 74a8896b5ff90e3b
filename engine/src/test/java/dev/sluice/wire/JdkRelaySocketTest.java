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
import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.Received;
import dev.sluice.wire.RelaySocket.Received.Ended;
import dev.sluice.wire.RelaySocket.Received.Text;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class JdkRelaySocketTest {

    private static final int CAP = 1_000;
    private static final Duration PING = Duration.ofSeconds(55);

    private final ManualTime time = new ManualTime();
    private final FakeWebSocket jdk = new FakeWebSocket();
    private final Inbox inbox = new Inbox(time, CAP);
    private final InboxListener listener = new InboxListener(inbox);
    private final JdkRelaySocket socket = new JdkRelaySocket(jdk, inbox, time, Duration.ofSeconds(10));
    private final TaskScope scope = TaskScope.open("test");

    @BeforeEach
    void open() {
        jdk.listener = listener;
        listener.onOpen(jdk);
    }

    @AfterEach
    void end() {
        scope.close();
    }

    @Test
    void anInterruptedReaderConsumesNothing() throws InterruptedException {
        Fork<Received> reader = scope.fork("reader", socket::receive);
        time.awaitSleepers(1);
        reader.cancel();
        assertInstanceOf(
                InterruptedException.class,
                assertThrows(TaskFailedException.class, reader::join).getCause());
        arrive("kept", true);
        assertEquals(new Text("kept"), socket.receive());
    }

    @Test
    void abortAnswersTheReaderThatWaits() throws InterruptedException {
        Fork<Received> reader = scope.fork("reader", socket::receive);
        time.awaitSleepers(1);
        socket.abort();
        assertEnded(Cause.CLOSED_BY_US, reader.join());
    }

    @Test
    void aQuietSocketIsPingedEveryFiftyFiveSeconds() throws InterruptedException {
        scope.fork("reader", socket::receive);
        for (int pings = 1; pings <= 4; pings++) {
            time.awaitSleepers(1);
            time.advance(PING);
            awaitPings(pings);
            listener.onPong(jdk, ByteBuffer.allocate(0));
        }
        assertFalse(jdk.aborted);
    }

    @Test
    void aSocketThatStaysSilentForTwoIntervalsIsGivenUp() throws InterruptedException {
        Fork<Received> reader = scope.fork("reader", socket::receive);
        time.awaitSleepers(1);
        time.advance(PING);
        awaitPings(1);
        time.awaitSleepers(1);
        time.advance(PING);
        assertEnded(Cause.SILENT, reader.join());
        assertTrue(jdk.aborted);
    }

    @Test
    void aRelayThatNeverPongsButSendsEventsLives() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            Fork<Received> reader = scope.fork("reader", socket::receive);
            time.awaitSleepers(1);
            time.advance(PING.minusSeconds(1));
            arrive("event", true);
            assertEquals(new Text("event"), reader.join());
        }
        assertTrue(jdk.pings.get() >= 9);
        assertFalse(jdk.aborted);
    }

    /** A relay that we held back can't be blamed for saying nothing. */
    @Test
    void silenceIsNotCountedWhileTheReaderIsElsewhere() throws InterruptedException {
        arrive("one", true);
        socket.receive();
        time.advance(Duration.ofMinutes(30));
        Fork<Received> reader = scope.fork("reader", socket::receive);
        time.awaitSleepers(1);
        time.advance(PING);
        awaitPings(2);
        arrive("two", true);
        assertEquals(new Text("two"), reader.join());
    }

    /** The JDK may lose a hang-up; then only a send that fails shows it. */
    @Test
    void aHangUpThatTheJdkLostIsFoundByWriting() throws InterruptedException {
        Fork<Received> reader = scope.fork("reader", socket::receive);
        time.awaitSleepers(1);
        time.advance(Pulse.KNOCK_AFTER);
        for (int knock = 1; knock < Pulse.KNOCKS; knock++) {
            awaitPings(knock);
            jdk.broken = knock == Pulse.KNOCKS - 1;
            time.awaitSleepers(1);
            time.advance(Pulse.KNOCK_SPACING);
        }
        assertEnded(Cause.CUT, reader.join());
    }

    @Test
    void onePongStopsTheEarlyPings() throws InterruptedException {
        scope.fork("reader", socket::receive);
        time.awaitSleepers(1);
        time.advance(Pulse.KNOCK_AFTER);
        awaitPings(1);
        listener.onPong(jdk, ByteBuffer.allocate(0));
        time.awaitSleepers(1);
        time.advance(Pulse.KNOCK_SPACING);
        time.awaitSleepers(1);
        assertEquals(PING.minus(Pulse.KNOCK_SPACING).toNanos(), time.nextWake().orElseThrow());
        assertEquals(1, jdk.pings.get());
    }

    @Test
    void sendersTakeTurns() throws InterruptedException {
        Set<String> expected = new HashSet<>();
        for (int thread = 0; thread < 64; thread++) {
            for (int message = 0; message < 20; message++) {
                expected.add(thread + ":" + message);
            }
            int sender = thread;
            scope.fork("sender-" + thread, () -> sendTwenty(sender));
        }
        scope.join();
        assertEquals(expected, new HashSet<>(jdk.sent));
        assertEquals(64 * 20, jdk.sent.size());
    }

    @Test
    void anInterruptedSenderFinishesItsMessageAndKeepsItsFlag() throws InterruptedException {
        Fork<Boolean> sender = scope.fork("sender", () -> {
            Thread.currentThread().interrupt();
            return socket.send("whole") && Thread.currentThread().isInterrupted();
        });
        assertTrue(sender.join());
        assertTrue(socket.send("next"));
    }

    @Test
    void aPeerThatDoesNotReadEndsTheConnection() throws InterruptedException {
        JdkRelaySocket hasty = new JdkRelaySocket(jdk, inbox, time, Duration.ofMillis(5));
        jdk.stuck = true;
        assertFalse(hasty.send("too much"));
        assertTrue(jdk.aborted);
        assertEnded(Cause.SEND_TIMEOUT, hasty.receive());
        assertFalse(hasty.send("more"));
    }

    @Test
    void nothingIsSentAfterTheEnd() {
        listener.onClose(jdk, 1000, "");
        assertFalse(socket.send("late"));
        assertTrue(jdk.sent.isEmpty());
    }

    @Test
    void closingWaitsForThePeerAndThenCuts() throws InterruptedException {
        jdk.answersClose = true;
        socket.close(Duration.ofSeconds(10));
        assertTrue(jdk.aborted);
        assertEnded(Cause.CLOSED_BY_US, socket.receive());
        socket.close(Duration.ofSeconds(10));
    }

    @Test
    void closingDoesNotWaitForEver() throws InterruptedException {
        socket.close(Duration.ofMillis(5));
        assertTrue(jdk.aborted);
        assertEnded(Cause.CLOSED_BY_US, socket.receive());
    }

    @Test
    void closingHandsBackTheDemandThatAPeersCloseNeeds() {
        for (int i = 0; i < 64; i++) {
            arrive("m", true);
        }
        socket.close(Duration.ofMillis(1));
        assertEquals(64, jdk.demand.get());
    }

    private Object sendTwenty(int sender) {
        for (int message = 0; message < 20; message++) {
            assertTrue(socket.send(sender + ":" + message));
        }
        return "sent";
    }

    private void arrive(String part, boolean last) {
        jdk.demand.decrementAndGet();
        listener.onText(jdk, part, last);
    }

    private void awaitPings(int pings) {
        while (jdk.pings.get() < pings) {
            Thread.onSpinWait();
        }
    }

    private static void assertEnded(Cause cause, Received received) {
        assertEquals(cause, assertInstanceOf(Ended.class, received).end().cause());
    }
}
