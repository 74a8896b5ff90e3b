package dev.sluice.wire;

import dev.sluice.wire.RelaySocket.Cause;
import dev.sluice.wire.RelaySocket.End;
import java.net.ProtocolException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Hands what the JDK reports to the inbox, and does nothing else: callbacks run on threads that others need. */
final class InboxListener implements WebSocket.Listener {

    /** What the JDK says, and RFC 6455 reserves, when the peer hung up without a close frame. */
    static final int NO_CLOSE_FRAME = 1006;

    private final Inbox inbox;

    InboxListener(Inbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public void onOpen(WebSocket webSocket) {
        webSocket.request(Inbox.CREDIT);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean last) {
        request(webSocket, inbox.text(part, last));
        if (inbox.ended().isDone()) {
            webSocket.abort();
        }
        return null;
    }

    /** Nostr has no binary messages: a sign of life, no more. */
    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer part, boolean last) {
        return life(webSocket);
    }

    /** The JDK sends the pong. */
    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket webSocket, ByteBuffer payload) {
        return life(webSocket);
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket webSocket, ByteBuffer payload) {
        return life(webSocket);
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
        Cause cause = code == NO_CLOSE_FRAME ? Cause.CUT : Cause.CLOSED_BY_PEER;
        inbox.end(new End(cause, code, reason));
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        Cause cause = error instanceof ProtocolException ? Cause.PROTOCOL : Cause.CUT;
        String words = error instanceof InternalError ? "hung up" : DialFailure.words(error); // see Pulse
        inbox.end(new End(cause, NO_CLOSE_FRAME, words));
    }

    /** The JDK refuses a request for nothing. */
    static void request(WebSocket webSocket, int demand) {
        if (demand > 0) {
            webSocket.request(demand);
        }
    }

    private @Nullable CompletionStage<?> life(WebSocket webSocket) {
        request(webSocket, inbox.life());
        return null;
    }
}
