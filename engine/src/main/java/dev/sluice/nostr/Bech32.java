package dev.sluice.nostr;

import java.io.ByteArrayOutputStream;

/** Bech32 (BIP-173) as NIP-19 uses it for bare keys. */
final class Bech32 {

    private static final String ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    private static final int[] GENERATOR = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3};
    private static final int CHECKSUM = 6;

    private Bech32() {}

    /** The bytes behind a prefix. A wrong checksum, letter or prefix is an {@link IllegalArgumentException}. */
    static byte[] bytes(String prefix, String text) {
        int start = prefix.length() + 1;
        if (!text.startsWith(prefix + "1") || text.length() < start + CHECKSUM) {
            throw new IllegalArgumentException("not a " + prefix);
        }
        int[] values = new int[text.length() - start];
        for (int i = 0; i < values.length; i++) {
            values[i] = ALPHABET.indexOf(text.charAt(start + i));
        }
        if (!isRight(prefix, values)) {
            throw new IllegalArgumentException("wrong checksum of " + prefix);
        }
        return eightBits(values, values.length - CHECKSUM);
    }

    private static boolean isRight(String prefix, int[] values) {
        int sum = 1;
        for (int i = 0; i < prefix.length(); i++) {
            sum = step(sum) ^ (prefix.charAt(i) >> 5);
        }
        sum = step(sum);
        for (int i = 0; i < prefix.length(); i++) {
            sum = step(sum) ^ (prefix.charAt(i) & 31);
        }
        for (int value : values) {
            if (value < 0) {
                return false;
            }
            sum = step(sum) ^ value;
        }
        return sum == 1;
    }

    private static int step(int sum) {
        int top = sum >>> 25;
        int next = (sum & 0x1ffffff) << 5;
        for (int i = 0; i < GENERATOR.length; i++) {
            next ^= (top >> i & 1) == 1 ? GENERATOR[i] : 0;
        }
        return next;
    }

    private static byte[] eightBits(int[] values, int count) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int bits = 0;
        int held = 0;
        for (int i = 0; i < count; i++) {
            bits = (bits << 5 | values[i]) & 0xfff;
            held += 5;
            if (held >= 8) {
                held -= 8;
                bytes.write(bits >> held);
            }
        }
        return bytes.toByteArray();
    }
}
