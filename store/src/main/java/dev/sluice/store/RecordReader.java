package dev.sluice.store;

import java.nio.charset.StandardCharsets;

/** Reads what {@link RecordWriter} wrote. A record that ends early is an {@link IndexOutOfBoundsException}. */
final class RecordReader {

    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private int at;

    RecordReader(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = bytes[at++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number of more than nine bytes");
    }

    /** How many elements follow; each takes a byte at least, so a larger number is a fault. */
    int count() {
        long count = number();
        if (count > bytes.length - at) {
            throw new IllegalArgumentException(count + " elements in " + (bytes.length - at) + " bytes");
        }
        return (int) count;
    }

    String text() {
        long head = number();
        long length = head >>> 1;
        if (length > bytes.length - at) {
            throw new IndexOutOfBoundsException("a text of " + length + " bytes");
        }
        int from = at;
        at += (int) length;
        return (head & 1) == 0 ? new String(bytes, from, (int) length, StandardCharsets.UTF_8) : hex(from, at);
    }

    void end() {
        if (at != bytes.length) {
            throw new IllegalArgumentException("bytes after the end of the record");
        }
    }

    private String hex(int from, int to) {
        byte[] digits = new byte[2 * (to - from)];
        int out = 0;
        for (int i = from; i < to; i++) {
            digits[out++] = DIGITS[bytes[i] >> 4 & 15];
            digits[out++] = DIGITS[bytes[i] & 15];
        }
        return new String(digits, StandardCharsets.ISO_8859_1);
    }
}
