package dev.sluice.nostr;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the values of a filter weigh on the wire: serialised, with their commas (RULES 6.2). */
public final class FilterBytes {
    /** 64 hex digits, two quotes, a comma. */
    public static final int HEX = 67;

    /** Two quotes and a comma. */
    private static final int AROUND = 3;

    /** Characters that are one byte as they stand: nearly all. */
    private static final boolean[] PLAIN = plain();

    private FilterBytes() {}

    private static boolean[] plain() {
        boolean[] plain = new boolean[0x80];
        for (char c = 0; c < plain.length; c++) {
            plain[c] = escapes(c) == 0;
        }
        return plain;
    }

    /** Bytes of all values of a filter. */
    public static int of(Filter filter) {
        int bytes = size(filter.ids()) * HEX + size(filter.authors()) * HEX;
        if (filter.kinds() != null) {
            bytes += filter.kinds().stream().mapToInt(FilterBytes::of).sum();
        }
        return bytes + filter.tags().values().stream().mapToInt(FilterBytes::of).sum();
    }

    /** Bytes of some values of a tag. */
    public static int of(Set<String> values) {
        return values.stream().mapToInt(FilterBytes::of).sum();
    }

    /** A kind with its comma. */
    public static int of(int kind) {
        return Integer.toString(kind).length() + 1;
    }

    /** A value with its quotes, its comma, and the escapes that JSON wants. */
    public static int of(String value) {
        int length = value.length();
        int bytes = AROUND + length;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= PLAIN.length || !PLAIN[c]) {
                bytes += utf8(c) + escapes(c) - 1;
            }
        }
        return bytes;
    }

    /** The same without quotes, comma and escapes: what a relay counts that has read it. */
    public static int raw(String value) {
        int bytes = 0;
        for (int i = 0; i < value.length(); i++) {
            bytes += utf8(value.charAt(i));
        }
        return bytes;
    }

    /** A surrogate is half of a character of four bytes. */
    private static int utf8(char c) {
        if (c < 0x80) {
            return 1;
        }
        return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }

    private static int escapes(char c) {
        if (c >= ' ') {
            return c == '"' || c == '\\' ? 1 : 0;
        }
        return 5;
    }

    private static int size(@Nullable Set<?> set) {
        return set == null ? 0 : set.size();
    }
}
