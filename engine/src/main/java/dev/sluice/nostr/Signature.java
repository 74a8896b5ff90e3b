package dev.sluice.nostr;

/** A 64-byte BIP-340 signature, held as eight big-endian words. Says nothing of whether it is right. */
public record Signature(long w0, long w1, long w2, long w3, long w4, long w5, long w6, long w7) {

    /** The signature in 128 lower-case hex digits. Any other text is an {@link IllegalArgumentException}. */
    public static Signature parse(String hex) {
        return new Signature(
                Hex.word(hex, 0, 128),
                Hex.word(hex, 16, 128),
                Hex.word(hex, 32, 128),
                Hex.word(hex, 48, 128),
                Hex.word(hex, 64, 128),
                Hex.word(hex, 80, 128),
                Hex.word(hex, 96, 128),
                Hex.word(hex, 112, 128));
    }

    /** The signature that stands in 64 bytes from an offset. */
    public static Signature at(byte[] bytes, int offset) {
        return new Signature(
                Words.read(bytes, offset),
                Words.read(bytes, offset + 8),
                Words.read(bytes, offset + 16),
                Words.read(bytes, offset + 24),
                Words.read(bytes, offset + 32),
                Words.read(bytes, offset + 40),
                Words.read(bytes, offset + 48),
                Words.read(bytes, offset + 56));
    }

    /** Writes the 64 bytes to an array from an offset. */
    public void write(byte[] bytes, int offset) {
        Words.write(bytes, offset, w0, w1, w2, w3);
        Words.write(bytes, offset + 32, w4, w5, w6, w7);
    }

    /** The 64 bytes in a new array. */
    public byte[] bytes() {
        byte[] bytes = new byte[64];
        write(bytes, 0);
        return bytes;
    }

    /** 128 lower-case hex digits. */
    public String hex() {
        return Hex.text(w0, w1, w2, w3, w4, w5, w6, w7);
    }

    @Override
    public String toString() {
        return hex();
    }
}
