package dev.sluice.negentropy;

import java.util.HexFormat;
import java.util.Optional;

/** One message of the protocol. */
public final class Frame {

    private static final HexFormat HEX = HexFormat.of();

    private final byte[] bytes;

    Frame(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The frame written in lower-case hex, the form it has inside NEG-OPEN and NEG-MSG; empty when it is not. */
    public static Optional<Frame> parse(String hex) {
        if (hex.length() % 2 != 0) {
            return Optional.empty();
        }
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            int value = digit(hex.charAt(2 * i)) << 4 | digit(hex.charAt(2 * i + 1));
            if (value < 0) {
                return Optional.empty();
            }
            bytes[i] = (byte) value;
        }
        return Optional.of(new Frame(bytes));
    }

    /** Lower-case hex. */
    public String hex() {
        return HEX.formatHex(bytes);
    }

    /** Size in bytes; the hex form is twice as long. */
    public int size() {
        return bytes.length;
    }

    FrameReader reader() {
        return new FrameReader(bytes);
    }

    private static int digit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }
}
