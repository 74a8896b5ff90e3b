package dev.sluice.nostr;

import java.util.Optional;

/**
 * A 32-byte x-only public key, held as four big-endian words so that it needs no array, compares fast and can't be changed. The
 * order is that of its bytes, unsigned.
 */
public record PublicKey(long w0, long w1, long w2, long w3) implements Comparable<PublicKey> {

    /** The key in 64 lower-case hex digits. Any other text is an {@link IllegalArgumentException}. */
    public static PublicKey parse(String hex) {
        return new PublicKey(Hex.word(hex, 0, 64), Hex.word(hex, 16, 64), Hex.word(hex, 32, 64), Hex.word(hex, 48, 64));
    }

    /** The key in 64 lower-case hex digits, as a tag may hold it; empty when the text is anything else. */
    public static Optional<PublicKey> ofHex(String text) {
        return Hex.isHex(text, 64) ? Optional.of(parse(text)) : Optional.empty();
    }

    /** What a person types: {@code npub1…} (NIP-19) or 64 hex digits. Any other text is an {@link IllegalArgumentException}. */
    public static PublicKey ofUser(String text) {
        if (!text.startsWith("npub1")) {
            return parse(text);
        }
        byte[] key = Bech32.bytes("npub", text);
        if (key.length != 32) {
            throw new IllegalArgumentException("wrong length of npub");
        }
        return at(key, 0);
    }

    /** The key that stands in 32 bytes from an offset. */
    public static PublicKey at(byte[] bytes, int offset) {
        return new PublicKey(
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
    public int compareTo(PublicKey other) {
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
