package dev.sluice.nostr;

/** The length of text on the wire. */
public final class Utf8 {

    private Utf8() {}

    /** Whether a text takes more bytes than that in UTF-8; a lone surrogate counts as what replaces it. */
    public static boolean longerThan(String text, int bytes) {
        if (text.length() > bytes) {
            return true;
        }
        return text.length() > bytes / 3 && length(text) > bytes;
    }

    /** How many bytes a text takes. */
    public static long length(String text) {
        long length = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x800 && !Character.isSurrogate(c)) {
                length += 2;
            } else if (c >= 0x80) {
                // a pair of surrogates, two chars, takes four bytes
                length++;
            }
        }
        return length;
    }
}
