package dev.sluice.app.port;

import dev.sluice.archive.Pace;
import dev.sluice.relay.ClientAddress;
import dev.sluice.relay.ClientConnection;
import dev.sluice.relay.ClientOutput;
import dev.sluice.relay.Limit;
import dev.sluice.relay.Relay;
import dev.sluice.relay.RelayLimits;
import dev.sluice.relay.Wording;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /** What a client that is told to go may still read until its connection is cut. */
    private static final Duration PARTING = Duration.ofSeconds(5);

    private final Relay relay;
    private final ClientAddress address;
    private final Scheduler scheduler;
    private final Pulse pulse;
    private final long sendSeconds;

    /** Set once, when the connection opens, before any other callback. */
    private volatile @Nullable Session session;

    private volatile @Nullable ClientConnection client;

    private volatile @Nullable Pace pace;

    /** The endpoint of a connection that is about to open. */
    ClientEndpoint(Relay relay, ClientAddress address, Scheduler scheduler, RelayLimits limits) {
        this.relay = relay;
        this.address = address;
        this.scheduler = scheduler;
        this.pulse = new Pulse(scheduler, limits.of(Limit.PING_SECONDS));
        this.sendSeconds = limits.of(Limit.SEND_SECONDS);
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        client = relay.open(this, address);
        pulse.start(opened);
        opened.demand();
    }

    void readingBegins() {
        @Nullable ClientConnection reader = client;
        if (reader != null) {
            reader.readingBegins();
        }
    }

    void readingEnds() {
        @Nullable ClientConnection reader = client;
        if (reader != null) {
            reader.readingEnds();
        }
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
        readingEnds();
        callback.succeed();
        end(StatusCode.BAD_DATA, "Nostr messages are text");
    }

    @Override
    public void onWebSocketPing(ByteBuffer payload) {
        pulse.beat();
        readingEnds();
        @Nullable Session open = session;
        if (open != null) {
            // whoever listens for pings has to answer them: Jetty then does not
            ByteBuffer copy =
                    ByteBuffer.allocate(payload.remaining()).put(payload).flip();
            open.sendPong(copy, Callback.from(this::demand, failure -> open.disconnect()));
        }
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        pulse.beat();
        demand();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        LOG.debug("client connection failed", cause);
        readingEnds();
        // Jetty has said goodbye, as to a message that is too long, and would wait for an answer as long as for any
        // message
        @Nullable Session open = session;
        if (open != null) {
            cutSoon(open);
        }
    }

    @Override
    public void onWebSocketClose(int code, String reason, Callback callback) {
        pulse.stop();
        readingEnds();
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
            await(written);
            pulse.beat();
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                end(TRY_AGAIN_LATER, Wording.STALLED.text(sendSeconds));
            } else {
                open.disconnect();
            }
            return false;
        }
    }

    private void await(CompletableFuture<?> written) {
        @Nullable Pace told = written.isDone() ? null : pace;
        boolean rests = told != null && told.rests();
        try {
            written.orTimeout(sendSeconds, TimeUnit.SECONDS).join();
        } finally {
            if (told != null && rests) {
                told.goesOn();
            }
        }
    }

    @Override
    public void paced(Pace told) {
        pace = told;
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
            cutSoon(open);
        }
    }

    private void cutSoon(Session open) {
        var unused = scheduler.schedule(open::disconnect, PARTING.toSeconds(), TimeUnit.SECONDS);
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
