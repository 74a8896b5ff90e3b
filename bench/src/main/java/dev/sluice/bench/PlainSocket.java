package dev.sluice.bench;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A WebSocket client as thin as can be, so that thousands of them cost the measuring process little. */
final class PlainSocket implements AutoCloseable {

    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;
    private static final int PONG = 0x8a;
    private static final int MASKED = 0x80;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    private PlainSocket(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 4_096));
        this.out = socket.getOutputStream();
    }

    /**
     * Opens one to a relay on this machine.
     *
     * @param from the address that a proxy would name; empty when there is no proxy
     */
    static PlainSocket open(URI relay, String from) throws IOException {
        Socket socket = new Socket(relay.getHost(), relay.getPort());
        try {
            socket.setTcpNoDelay(true);
            PlainSocket opened = new PlainSocket(socket);
            opened.upgrade(from);
            return opened;
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
    }

    private void upgrade(String from) throws IOException {
        String request = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + (from.isEmpty() ? "" : "X-Forwarded-For: " + from + "\r\n")
                + "\r\n";
        out.write(request.getBytes(StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException(head.substring(0, head.indexOf("\r\n")));
        }
    }

    /** A message as it goes over the wire, to be sent again and again. */
    static byte[] frame(String text) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 14).put((byte) TEXT);
        if (payload.length < 126) {
            frame.put((byte) (MASKED | payload.length));
        } else if (payload.length < 1 << 16) {
            frame.put((byte) (MASKED | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (MASKED | 127)).putLong(payload.length);
        }
        // a mask of zeros leaves the payload as it is
        frame.putInt(0).put(payload).flip();
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    void send(byte[] frame) throws IOException {
        out.write(frame);
    }

    void send(String text) throws IOException {
        send(frame(text));
    }

    /** The next text; pings are answered. The end is an {@link EOFException}. */
    String receive() throws IOException {
        while (true) {
            int head = in.readUnsignedByte();
            byte[] payload = new byte[length()];
            in.readFully(payload);
            switch (head) {
                case TEXT -> {
                    return new String(payload, StandardCharsets.UTF_8);
                }
                case CLOSE -> throw new EOFException("closed");
                default -> send(new byte[] {(byte) PONG, (byte) MASKED, 0, 0, 0, 0});
            }
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
    public void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            // it is closed all the same
        }
    }
}
