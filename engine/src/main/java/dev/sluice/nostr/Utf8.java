package dev.sluice.nostr;

import java.nio.charset.StandardCharsets;

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

    /** How many bytes a text takes. Encoding copies whole blocks; looking at each character would take ten times as long. */
    public static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
