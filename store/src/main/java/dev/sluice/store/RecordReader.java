package dev.sluice.store;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.sluice.nostr.EventJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link RecordWriter} wrote. A record that ends early is an {@link IndexOutOfBoundsException}. */
final class RecordReader {

    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private int at;
    private int textEnd;

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
        boolean hex = beginText();
        int from = at;
        at = textEnd;
        return hex ? hex(from, at) : new String(bytes, from, at - from, StandardCharsets.UTF_8);
    }

    /** Reads a text into the JSON of an event. */
    void text(EventJson json) {
        boolean hex = beginText();
        if (hex) {
            json.hex(bytes, at, textEnd);
        } else {
            json.text(bytes, at, textEnd);
        }
        at = textEnd;
    }

    /** Whether the next text is this one, which is too short to be written as hex digits. The text stays. */
    boolean isNext(byte[] utf8) {
        int start = at;
        boolean hex = beginText();
        boolean same = !hex && Arrays.equals(bytes, at, textEnd, utf8, 0, utf8.length);
        at = start;
        return same;
    }

    /** Steps over so many texts. */
    void skip(int texts) {
        for (int i = 0; i < texts; i++) {
            beginText();
            at = textEnd;
        }
    }

    /** Reads how long a text is, and whether it is written as hex digits. */
    @CanIgnoreReturnValue
    private boolean beginText() {
        long head = number();
        long length = head >>> 1;
        if (length > bytes.length - at) {
            throw new IndexOutOfBoundsException("a text of " + length + " bytes");
        }
        textEnd = at + (int) length;
        return (head & 1) != 0;
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
