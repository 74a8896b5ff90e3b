package dev.sluice.nostr;

/** Lower-case hex, the only spelling that Nostr knows for ids, keys and signatures. */
final class Hex {

    private static final char[] DIGITS = "0123456789abcdef".toCharArray();

    private Hex() {}

    /** The word in 16 digits from an offset of a text that must have the given length. */
    static long word(String hex, int offset, int length) {
        if (hex.length() != length) {
            throw new IllegalArgumentException("expected " + length + " hex digits, got " + hex.length());
        }
        long word = 0;
        for (int i = offset; i < offset + 16; i++) {
            word = word << 4 | digit(hex.charAt(i));
        }
        return word;
    }

    static boolean isHex(String text, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (value(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    static String text(long... words) {
        char[] text = new char[words.length * 16];
        int at = 0;
        for (long word : words) {
            for (int shift = 60; shift >= 0; shift -= 4) {
                text[at++] = DIGITS[(int) (word >>> shift) & 15];
            }
        }
        return new String(text);
    }

    private static int digit(char c) {
        int value = value(c);
        if (value < 0) {
            throw new IllegalArgumentException("not a lower-case hex digit: '" + c + "'");
        }
        return value;
    }

    private static int value(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }
}
