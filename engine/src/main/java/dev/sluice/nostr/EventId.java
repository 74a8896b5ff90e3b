package dev.sluice.nostr;

import java.util.Optional;

/**
 * A 32-byte event id, held as four big-endian words so that it needs no array, compares fast and can't be changed. The
 * order is that of its bytes, unsigned.
 */
public record EventId(long w0, long w1, long w2, long w3) implements Comparable<EventId> {

    /** The id in 64 lower-case hex digits. Any other text is an {@link IllegalArgumentException}. */
    public static EventId parse(String hex) {
        return new EventId(Hex.word(hex, 0, 64), Hex.word(hex, 16, 64), Hex.word(hex, 32, 64), Hex.word(hex, 48, 64));
    }

    /** Whether a text is an id in 64 lower-case hex digits. */
    public static boolean isHex(String text) {
        return Hex.isHex(text, 64);
    }

    /** The id in 64 lower-case hex digits, as a tag may hold it; empty when the text is anything else. */
    public static Optional<EventId> ofHex(String text) {
        return isHex(text) ? Optional.of(parse(text)) : Optional.empty();
    }

    /** The id that stands in 32 bytes from an offset. */
    public static EventId at(byte[] bytes, int offset) {
        return new EventId(
                Words.read(bytes, offset),
                Words.read(bytes, offset + 8),
                Words.read(bytes, offset + 16),
                Words.read(bytes, offset + 24));
    }

    /** Writes the 32 bytes to an array from an offset. */
    public void write(byte[] bytes, int offset) {
        Words.write(bytes, offset, w0, w1, w2, w3);
    }

    /** The 32 bytes in a new array. */
    public byte[] bytes() {
        byte[] bytes = new byte[32];
        write(bytes, 0);
        return bytes;
    }

    /** 64 lower-case hex digits. */
    public String hex() {
        return Hex.text(w0, w1, w2, w3);
    }

    @Override
    public int compareTo(EventId other) {
        return Words.compare(w0, w1, w2, w3, other.w0, other.w1, other.w2, other.w3);
    }

    @Override
    public String toString() {
        return hex();
    }

    @Override
    public int hashCode() {
        return Long.hashCode(w0 ^ w3);
    }
}
