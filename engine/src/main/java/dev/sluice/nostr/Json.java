package dev.sluice.nostr;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;

/** Strict JSON, read in one pass. */
final class Json {

    /** Deeper nesting is refused; an event in a frame needs four levels. */
    static final int MAX_DEPTH = 32;

    /** What {@link #plainInteger} returns for anything else than digits. */
    static final long NOT_PLAIN = -1;

    /** What {@link #plainInteger} returns for digits above 2^63−1. */
    static final long TOO_LARGE = -2;

    /** What {@link #plainInteger} returns for a minus sign before digits. */
    static final long NEGATIVE = -3;

    private static final int DIGITS_OF_MAX = 19;

    private Json() {}

    static JsonReader reader(String text) {
        JsonReader json = new JsonReader(new StringReader(text));
        json.setStrictness(Strictness.STRICT);
        json.setNestingLimit(MAX_DEPTH);
        return json;
    }

    /** Whether the next value is a string; any other one stays to be read. */
    static boolean isString(JsonReader json) throws IOException {
        return json.peek() == JsonToken.STRING;
    }

    /** Takes the next value, a number by its spelling: only digits count, no sign, fraction, exponent or quotes. */
    static long plainInteger(JsonReader json) throws IOException {
        if (json.peek() != JsonToken.NUMBER) {
            json.skipValue();
            return NOT_PLAIN;
        }
        return plainInteger(json.nextString());
    }

    private static long plainInteger(String literal) {
        boolean negative = literal.charAt(0) == '-';
        long value = 0;
        for (int i = negative ? 1 : 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c < '0' || c > '9') {
                return NOT_PLAIN;
            }
            value = value * 10 + (c - '0');
        }
        if (negative) {
            return NEGATIVE;
        }
        // nineteen digits are below 2^64, so a sum that turned negative is the only sign of too many
        return literal.length() > DIGITS_OF_MAX || value < 0 ? TOO_LARGE : value;
    }

    /** Whether every surrogate is one of a pair, so that the text has a UTF-8 form. */
    static boolean isWellFormed(String text) {
        boolean afterHigh = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isLowSurrogate(c) != afterHigh) {
                return false;
            }
            afterHigh = Character.isHighSurrogate(c);
        }
        return !afterHigh;
    }
}
