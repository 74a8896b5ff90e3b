package dev.sluice.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** One connection of a {@link ScriptedRelay}, frame by frame. Reading answers pings unless told not to. */
public final class ScriptedConnection {

    private final Socket socket;
    private final Map<String, String> headers;
    private final FrameCodec frames;
    private final ReentrantLock writing = new ReentrantLock();
    private volatile boolean deaf;
    private final AtomicInteger pings = new AtomicInteger();
    private int longestFrame;
    private int closeCode;

    ScriptedConnection(Socket socket, Map<String, String> headers) throws IOException {
        this.socket = socket;
        this.headers = headers;
        this.frames = new FrameCodec(socket.getInputStream(), socket.getOutputStream());
    }

    /** A header of the handshake, by its lower-case name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Sends a message in one frame. */
    public void text(String text) throws IOException {
        write(true, FrameCodec.TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a message in frames of so many bytes. */
    public void fragments(String text, int bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        int opcode = FrameCodec.TEXT;
        while (rest.hasRemaining()) {
            byte[] part = new byte[Math.min(bytes, rest.remaining())];
            rest.get(part);
            write(!rest.hasRemaining(), opcode, part);
            opcode = FrameCodec.CONTINUATION;
        }
    }

    /** Sends a frame of any shape. */
    public void write(boolean last, int opcode, byte[] payload) throws IOException {
        writing.lock();
        try {
            frames.write(last, opcode, payload);
        } finally {
            writing.unlock();
        }
    }

    public void ping() throws IOException {
        write(true, FrameCodec.PING, new byte[0]);
    }

    /** From now on pings are counted and not answered. */
    public void deaf() {
        deaf = true;
    }

    /** Pings that were read so far. */
    public int pings() {
        return pings.get();
    }

    /** The payload of the longest frame read so far, in bytes. */
    public int longestFrame() {
        return longestFrame;
    }

    /** The code of the client's close frame, 0 before it came. */
    public int closeCode() {
        return closeCode;
    }

    /** Blocks for the next whole message; empty when the client closed (which is answered) or hung up. */
    public Optional<String> readText() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        while (true) {
            FrameCodec.Frame frame = frames.read();
            longestFrame = Math.max(longestFrame, frame.payload().length);
            switch (frame.opcode()) {
                case FrameCodec.TEXT, FrameCodec.CONTINUATION -> message.writeBytes(frame.payload());
                case FrameCodec.PING -> pinged(frame);
                case FrameCodec.CLOSE -> {
                    return closed(frame);
                }
                default -> {
                    // a pong
                }
            }
            if (frame.last() && frame.opcode() <= FrameCodec.TEXT) {
                return Optional.of(message.toString(StandardCharsets.UTF_8));
            }
        }
    }

    /** Reads and forgets until the client closes or hangs up. */
    public void readOn() throws IOException {
        Optional<String> text = readText();
        while (text.isPresent()) {
            text = readText();
        }
    }

    /** Sends a close frame. */
    public void close(int code, String reason) throws IOException {
        byte[] words = reason.getBytes(StandardCharsets.UTF_8);
        byte[] payload = ByteBuffer.allocate(2 + words.length)
                .putShort((short) code)
                .put(words)
                .array();
        write(true, FrameCodec.CLOSE, payload);
    }

    /** Ends the stream without a close frame. */
    public void hangUp() throws IOException {
        socket.close();
    }

    /** Ends it with a TCP reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private void pinged(FrameCodec.Frame ping) throws IOException {
        pings.incrementAndGet();
        if (!deaf) {
            write(true, FrameCodec.PONG, ping.payload());
        }
    }

    private Optional<String> closed(FrameCodec.Frame close) throws IOException {
        closeCode = close.payload().length < 2
                ? 1005
                : ByteBuffer.wrap(close.payload()).getShort();
        write(true, FrameCodec.CLOSE, close.payload());
        return Optional.empty();
    }
}
