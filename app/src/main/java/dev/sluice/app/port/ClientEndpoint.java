package dev.sluice.app.port;

import dev.sluice.relay.ClientAddress;
import dev.sluice.relay.ClientConnection;
import dev.sluice.relay.ClientOutput;
import dev.sluice.relay.Relay;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connected client. Jetty hands in one message at a time, on a virtual thread that may block: the next is asked for
 * when the session has answered. Sends wait until Jetty has written them, which is what bounds the memory that a slow
 * reader can take. Public only because Jetty calls it by reflection.
 */
public final class ClientEndpoint implements Session.Listener, ClientOutput {

    private static final Logger LOG = LoggerFactory.getLogger(ClientEndpoint.class);

    private final Relay relay;
    private final Pulse pulse;
    private final Duration sendTimeout;

    /** Set once, when the connection opens, before any other callback. */
    private volatile @Nullable Session session;

    private volatile @Nullable ClientConnection client;

    /**
     * The endpoint of a connection that is about to open.
     *
     * @param sendTimeout a client that takes nothing for so long is disconnected
     */
    ClientEndpoint(Relay relay, Scheduler scheduler, Duration sendTimeout) {
        this.relay = relay;
        this.pulse = new Pulse(scheduler);
        this.sendTimeout = sendTimeout;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        client = relay.open(this, new ClientAddress(String.valueOf(opened.getRemoteSocketAddress())));
        pulse.start(opened);
        opened.demand();
    }

    @Override
    public void onWebSocketText(String message) {
        pulse.beat();
        @Nullable ClientConnection receiver = client;
        if (receiver == null) {
            return;
        }
        try {
            receiver.receive(message);
            demand();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            disconnect();
        }
    }

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        callback.succeed();
        @Nullable Session open = session;
        if (open != null) {
            open.close(StatusCode.BAD_DATA, "Nostr messages are text", Callback.NOOP);
        }
    }

    @Override
    public void onWebSocketPing(ByteBuffer payload) {
        pulse.beat();
        demand();
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        pulse.beat();
        demand();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        LOG.debug("client connection failed", cause);
    }

    @Override
    public void onWebSocketClose(int code, String reason, Callback callback) {
        pulse.stop();
        @Nullable ClientConnection ended = client;
        if (ended != null) {
            ended.close();
        }
        callback.succeed();
    }

    /** Not ended by an interrupt: a message that Jetty has begun must end before the next one. */
    @Override
    public boolean send(String text) {
        @Nullable Session open = session;
        if (open == null) {
            return false;
        }
        try {
            Callback.Completable written = new Callback.Completable();
            open.sendText(text, written);
            written.orTimeout(sendTimeout.toMillis(), TimeUnit.MILLISECONDS).join();
            pulse.beat();
            return true;
        } catch (CompletionException e) {
            open.disconnect();
            return false;
        }
    }

    @Override
    public void end(String reason) {
        end(StatusCode.POLICY_VIOLATION, reason);
    }

    @Override
    public void cut() {
        disconnect();
    }

    @Override
    public void end(int code, String reason) {
        @Nullable Session open = session;
        if (open != null) {
            open.close(code, reason, Callback.from(() -> {}, failure -> open.disconnect()));
        }
    }

    private void demand() {
        @Nullable Session open = session;
        if (open != null && open.isOpen()) {
            open.demand();
        }
    }

    private void disconnect() {
        @Nullable Session open = session;
        if (open != null) {
            open.disconnect();
        }
    }
}
