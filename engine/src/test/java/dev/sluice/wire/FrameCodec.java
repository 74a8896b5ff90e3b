package dev.sluice.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The server's side of RFC 6455 frames, for a relay made of scripts. */
final class FrameCodec {

    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    private final DataInputStream in;
    private final OutputStream out;

    FrameCodec(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = out;
    }

    /** One frame as it stood on the wire, unmasked. */
    @SuppressWarnings("ArrayRecordComponent") // lives for one read
    record Frame(boolean last, int opcode, byte[] payload) {}

    /** Blocks for a frame; end of stream is an EOFException. */
    Frame read() throws IOException {
        int first = in.readUnsignedByte();
        int second = in.readUnsignedByte();
        if ((second & 0x80) == 0) {
            throw new EOFException("a client's frame without a mask");
        }
        byte[] payload = new byte[Math.toIntExact(length(second & 0x7f))];
        byte[] mask = in.readNBytes(4);
        in.readFully(payload);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i & 3];
        }
        return new Frame((first & 0x80) != 0, first & 0x0f, payload);
    }

    /** Writes one frame with the shortest length that fits: clients refuse others. */
    void write(boolean last, int opcode, byte[] payload) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(10);
        head.put((byte) ((last ? 0x80 : 0) | opcode));
        if (payload.length < 126) {
            head.put((byte) payload.length);
        } else if (payload.length < 65_536) {
            head.put((byte) 126).putShort((short) payload.length);
        } else {
            head.put((byte) 127).putLong(payload.length);
        }
        out.write(head.array(), 0, head.position());
        out.write(payload);
        out.flush();
    }

    private long length(int small) throws IOException {
        return switch (small) {
            case 126 -> in.readUnsignedShort();
            case 127 -> in.readLong();
            default -> small;
        };
    }
}
