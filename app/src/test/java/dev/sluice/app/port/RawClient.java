package dev.sluice.app.port;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A WebSocket client that can break every rule: it says which frames go out, and sees how the connection ends. */
final class RawClient implements AutoCloseable {

    static final int TEXT = 0x1;
    static final int CONTINUATION = 0x0;
    static final int LAST = 0x80;
    static final int COMPRESSED = 0x40;

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int CLOSE = 0x88;
    private static final int MASKED = 0x80;

    private final Socket socket;
    private final DataInputStream in;

    /** A connection that has said nothing yet. */
    RawClient(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** One that a proxy lets in from an address. */
    static RawClient from(int port, String address, String... headers) throws IOException {
        RawClient client = new RawClient(port);
        client.write("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + "X-Forwarded-For: " + address + "\r\n" + String.join("", headers) + "\r\n");
        String head = client.head();
        if (!head.startsWith("HTTP/1.1 101")) {
            throw new IOException(head);
        }
        return client;
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        return head.toString();
    }

    void write(String bytes) throws IOException {
        bytes(bytes.getBytes(StandardCharsets.US_ASCII));
    }

    void text(String text) throws IOException {
        frame(TEXT | LAST, text.getBytes(StandardCharsets.UTF_8));
    }

    void frame(int head, byte[] payload) throws IOException {
        head(head, payload.length);
        bytes(payload);
    }

    void bytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Only what stands before a payload of so many bytes; the mask is zero. */
    void head(int head, long length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(14)
                .put((byte) head)
                .put((byte) (MASKED | 127))
                .putLong(length)
                .putInt(0);
        bytes(bytes.array());
    }

    /** The next text, or {@code closed CODE}, or {@code cut}. */
    String next() throws IOException {
        try {
            while (true) {
                int head = in.readUnsignedByte();
                byte[] payload = new byte[length()];
                in.readFully(payload);
                if (head == (TEXT | LAST)) {
                    return new String(payload, StandardCharsets.UTF_8);
                }
                if (head == CLOSE) {
                    return "closed " + ByteBuffer.wrap(payload).getShort();
                }
            }
        } catch (EOFException | SocketException over) {
            return "cut";
        }
    }

    private int length() throws IOException {
        int length = in.readUnsignedByte();
        return switch (length) {
            case 126 -> in.readUnsignedShort();
            case 127 -> Math.toIntExact(in.readLong());
            default -> length;
        };
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
