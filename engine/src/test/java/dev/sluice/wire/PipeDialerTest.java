package dev.sluice.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.wire.Dialer.Dialed;
import dev.sluice.wire.Dialer.Failure;
import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.Received.Ended;
import dev.sluice.wire.RelaySocket.Received.Text;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class PipeDialerTest {

    private static final URI RELAY = URI.create("wss://relay.test/");

    @Test
    void aScriptAnswersAndHangsUpWhenItReturns() throws InterruptedException {
        try (PipeDialer dialer = PipeDialer.serving(peer -> peer.text("echo " + peer.readText()))) {
            RelaySocket socket = connect(dialer);
            assertTrue(socket.send("x"));
            assertEquals(new Text("echo x"), socket.receive());
            assertEquals(
                    Cause.CUT,
                    assertInstanceOf(Ended.class, socket.receive()).end().cause());
            assertFalse(socket.send("late"));
            dialer.scriptsHeld();
        }
    }

    @Test
    void aTestMayPlayTheRelayItself() throws InterruptedException {
        try (PipeDialer dialer = new PipeDialer()) {
            RelaySocket socket = connect(dialer);
            PipeSocket.Peer peer = dialer.accept();
            assertEquals(RELAY, peer.relay());
            socket.close(Duration.ZERO);
            assertEquals(Cause.CLOSED_BY_US, peer.awaitEnd().cause());
            assertFalse(peer.text("late"));
        }
    }

    @Test
    void failuresComeInTheirOrder() throws InterruptedException {
        Dialed.Failed down = new Dialed.Failed(Failure.UNREACHABLE, 0, 0, "down");
        try (PipeDialer dialer = new PipeDialer().failing(down)) {
            assertEquals(down, dialer.dial(RELAY));
            assertInstanceOf(Dialed.Connected.class, dialer.dial(RELAY));
            assertEquals(2, dialer.dials());
        }
    }

    private static RelaySocket connect(PipeDialer dialer) throws InterruptedException {
        return assertInstanceOf(Dialed.Connected.class, dialer.dial(RELAY)).socket();
    }
}
