package dev.sluice.nostr;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Lower-case hex, the only spelling that Nostr knows for ids, keys and signatures. */
final class Hex {

    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VALUES = values();

    private Hex() {}

    /** The word in 16 digits from an offset of a text that must have the given length. */
    static long word(String hex, int offset, int length) {
        if (hex.length() != length) {
            throw new IllegalArgumentException("expected " + length + " hex digits, got " + hex.length());
        }
        long word = 0;
        int signs = 0;
        for (int i = offset; i < offset + 16; i++) {
            int value = value(hex.charAt(i));
            signs |= value;
            word = word << 4 | value;
        }
        if (signs < 0) {
            throw new IllegalArgumentException("not lower-case hex");
        }
        return word;
    }

    static boolean isHex(String text, int length) {
        if (text.length() != length) {
            return false;
        }
        int signs = 0;
        for (int i = 0; i < length; i++) {
            signs |= value(text.charAt(i));
        }
        return signs >= 0;
    }

    static String text(long... words) {
        byte[] text = new byte[words.length * 16];
        for (int i = 0; i < words.length; i++) {
            write(words[i], text, 16 * i);
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** Writes the 16 digits of a word to an array from an offset. */
    static void write(long word, byte[] text, int from) {
        long rest = word;
        for (int i = from + 15; i >= from; i--) {
            text[i] = DIGITS[(int) rest & 15];
            rest >>>= 4;
        }
    }

    /** The digit of the four lowest bits. */
    static byte digit(int value) {
        return DIGITS[value & 15];
    }

    /** A negentropy payload: pairs of digits, of either case since some peers write upper case; possibly none. */
    static String payload(String text) throws Unreadable {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.length() % 2 != 0 || !isHex(lower, lower.length())) {
            throw new Unreadable("invalid: payload is not hex");
        }
        return lower;
    }

    /** The bytes of a text that {@link #isHex} accepted. */
    static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (value(hex.charAt(2 * i)) << 4 | value(hex.charAt(2 * i + 1)));
        }
        return bytes;
    }

    /** The value of a digit, negative when it is none. */
    static int value(int c) {
        return c >= 0 && c < VALUES.length ? VALUES[c] : -1;
    }

    private static byte[] values() {
        byte[] values = new byte[256];
        Arrays.fill(values, (byte) -1);
        for (int i = 0; i < DIGITS.length; i++) {
            values[DIGITS[i]] = (byte) i;
        }
        return values;
    }
}
