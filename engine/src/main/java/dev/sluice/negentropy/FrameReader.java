package dev.sluice.negentropy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads a frame of the other side, trusting nothing in it. Times are relative to the one read before. */
final class FrameReader {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Ten groups of seven bits hold 64 bits. */
    private static final int LONGEST_VARINT = 10;

    private final byte[] bytes;
    private int at;
    private long lastTime;

    FrameReader(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasMore() {
        return at < bytes.length;
    }

    int readByte() throws BadFrame {
        require(1);
        return bytes[at++] & 0xff;
    }

    /** An unsigned number in groups of seven bits, highest first. */
    long readVarint() throws BadFrame {
        long value = 0;
        for (int i = 0; i < LONGEST_VARINT; i++) {
            int next = readByte();
            if (value >>> 57 != 0) {
                throw new BadFrame("varint over 64 bits");
            }
            value = (value << 7) | (next & 0x7f);
            if (next < 0x80) {
                return value;
            }
        }
        throw new BadFrame("varint of more than 10 bytes");
    }

    Bound readBound() throws BadFrame {
        long time = readTime();
        long length = readVarint();
        if (Long.compareUnsigned(length, 32) > 0) {
            throw new BadFrame("id prefix of more than 32 bytes");
        }
        require((int) length);
        byte[] id = Arrays.copyOf(Arrays.copyOfRange(bytes, at, at + (int) length), 32);
        at += (int) length;
        return new Bound(time, word(id, 0), word(id, 8), word(id, 16), word(id, 24), (int) length);
    }

    /** Whether the next 16 bytes are those of a fingerprint; consumes them. */
    boolean matches(byte[] fingerprint) throws BadFrame {
        require(fingerprint.length);
        boolean equal = Arrays.equals(bytes, at, at + fingerprint.length, fingerprint, 0, fingerprint.length);
        at += fingerprint.length;
        return equal;
    }

    /** A counted list of ids, four words each. Room is made only for what the frame really holds. */
    long[] readIds() throws BadFrame {
        long count = readVarint();
        if (Long.compareUnsigned(count, (bytes.length - at) / 32) > 0) {
            throw new BadFrame("list of ids longer than the frame");
        }
        long[] words = new long[(int) count * 4];
        for (int i = 0; i < words.length; i++) {
            words[i] = word(bytes, at + i * 8);
        }
        at += (int) count * 32;
        return words;
    }

    private long readTime() throws BadFrame {
        long encoded = readVarint();
        long time = encoded == 0 ? Bound.INFINITY : encoded - 1 + lastTime;
        if (encoded != 0 && Long.compareUnsigned(time, lastTime) < 0) {
            time = Bound.INFINITY;
        }
        lastTime = time;
        return time;
    }

    private void require(int length) throws BadFrame {
        if (bytes.length - at < length) {
            throw new BadFrame("frame ends too early");
        }
    }

    private static long word(byte[] bytes, int at) {
        return (long) WORD.get(bytes, at);
    }

    /** The frame is malformed; never leaves this package. */
    static final class BadFrame extends Exception {

        private static final long serialVersionUID = 1L;

        BadFrame(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }
}
