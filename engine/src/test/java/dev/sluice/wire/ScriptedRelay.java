package dev.sluice.wire;

import dev.sluice.task.TaskScope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A relay on a loopback port that does what a script says, frame by frame; each connection runs the script on a thread of
 * its own and hangs up when it returns.
 */
public final class ScriptedRelay implements AutoCloseable {

    private static final String ACCEPT_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final ServerSocket server;
    private final RawScript script;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepts = new AtomicInteger();
    private final TaskScope threads = TaskScope.open("scripted-relay");

    private ScriptedRelay(RawScript script) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.script = script;
    }

    /** A relay that completes the handshake and then runs the script. */
    public static ScriptedRelay start(Script script) throws IOException {
        return startRaw(socket -> script.run(upgraded(socket)));
    }

    /** A server that runs the script on the bare connection: for everything that goes wrong before the upgrade. */
    public static ScriptedRelay startRaw(RawScript script) throws IOException {
        ScriptedRelay relay = new ScriptedRelay(script);
        relay.threads.fork("accept", () -> {
            relay.acceptAll();
            return null;
        });
        return relay;
    }

    public URI uri() {
        return URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/");
    }

    /** TCP connections accepted so far. */
    public int accepts() {
        return accepts.get();
    }

    /** Completes the handshake. */
    public static ScriptedConnection upgraded(Socket socket) throws IOException {
        return new ScriptedConnection(socket, upgrade(socket));
    }

    /** Reads a request's head; header names in lower case. */
    public static Map<String, String> readHead(Socket socket) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1), 1);
        Map<String, String> headers = new HashMap<>();
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
            line = in.readLine();
        }
        return headers;
    }

    /** Writes a plain text as it is. */
    public static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
        threads.close();
    }

    private void acceptAll() throws IOException {
        while (!server.isClosed()) {
            try {
                serve(server.accept());
            } catch (SocketException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        accepts.incrementAndGet();
        open.add(socket);
        threads.fork("connection-" + accepts.get(), () -> {
            try (socket) {
                script.run(socket);
            } catch (IOException clientIsGone) {
                // a script ends with its connection
            } finally {
                open.remove(socket);
            }
            return null;
        });
    }

    private static Map<String, String> upgrade(Socket socket) throws IOException {
        Map<String, String> headers = readHead(socket);
        write(
                socket,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + accept(headers.get("sec-websocket-key")) + "\r\n\r\n");
        return headers;
    }

    private static String accept(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key + ACCEPT_KEY).getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** What the relay does on one connection after the handshake. */
    public interface Script {
        void run(ScriptedConnection connection) throws Exception;
    }

    /** What a server does on one bare connection. */
    public interface RawScript {
        void run(Socket socket) throws Exception;
    }
}
