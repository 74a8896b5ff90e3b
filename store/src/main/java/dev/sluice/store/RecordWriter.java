package dev.sluice.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes that takes varints and texts. */
final class RecordWriter {

    /** Shorter texts of hex digits are not worth a second look. */
    static final int SHORTEST_HEX = 16;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final byte[] VALUES = values();

    private byte[] bytes;
    private int size;

    RecordWriter(int capacity) {
        bytes = new byte[capacity];
    }

    /** Leaves room for what the caller writes at the same place of {@link #bytes}. */
    void fixed(int length) {
        reserve(length);
        size += length;
    }

    /** What was written stands at its beginning. Not a copy. */
    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    /** Eight bytes, highest first. */
    void word(long value) {
        reserve(Long.BYTES);
        WORD.set(bytes, size, value);
        size += Long.BYTES;
    }

    /** A number that is not negative, seven bits a byte, lowest first. */
    void number(long value) {
        reserve(9);
        while (value >>> 7 != 0) {
            bytes[size++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        bytes[size++] = (byte) value;
    }

    /** The number of bytes, doubled, plus one when they are what hex digits spell; then the bytes. */
    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (!hex(utf8)) {
            number((long) utf8.length << 1);
            reserve(utf8.length);
            System.arraycopy(utf8, 0, bytes, size, utf8.length);
            size += utf8.length;
        }
    }

    byte[] result() {
        return Arrays.copyOf(bytes, size);
    }

    /** Writes digits as the bytes they spell; writes nothing when they are not all digits. */
    private boolean hex(byte[] digits) {
        if (digits.length < SHORTEST_HEX || (digits.length & 1) != 0) {
            return false;
        }
        int start = size;
        int length = digits.length / 2;
        number((long) length << 1 | 1);
        reserve(length);
        for (int i = 0; i < digits.length; i += 2) {
            int value = digit(digits[i]) << 4 | digit(digits[i + 1]);
            if (value < 0) {
                size = start;
                return false;
            }
            bytes[size++] = (byte) value;
        }
        return true;
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }

    /** Negative for what is no digit. */
    private static int digit(byte c) {
        return c < 0 ? -1 : VALUES[c];
    }

    private static byte[] values() {
        byte[] values = new byte[128];
        Arrays.fill(values, (byte) -1);
        for (int value = 0; value < 16; value++) {
            values[Character.forDigit(value, 16)] = (byte) value;
        }
        return values;
    }
}
