package dev.sluice.app.port;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client over a real socket, with the JDK's own WebSocket. */
public final class PortClient implements AutoCloseable {

    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final WebSocket socket;

    public PortClient(URI relay) {
        this.socket = http.newWebSocketBuilder().buildAsync(relay, new Inbox()).join();
    }

    public void send(String text) {
        socket.sendText(text, true).join();
    }

    void sendBinary(byte[] bytes) {
        socket.sendBinary(ByteBuffer.wrap(bytes), true).join();
    }

    /** The next message, or {@code closed CODE} at the end. */
    public String next() throws InterruptedException {
        String message = received.poll(20, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("no message within 20 s");
        }
        return message;
    }

    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
    }

    private final class Inbox implements WebSocket.Listener {

        private final StringBuilder parts = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                received.add(parts.toString());
                parts.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
            received.add("closed " + statusCode);
            return null;
        }
    }
}
