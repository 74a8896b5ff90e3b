package dev.sluice.nostr;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the values of a filter weigh on the wire: serialised, with their commas (RULES 6.2). */
public final class FilterBytes {
    /** 64 hex digits, two quotes, a comma. */
    public static final int HEX = 67;

    /** Two quotes and a comma. */
    private static final int AROUND = 3;

    /** Of characters up to that of a byte: what each takes beyond the one byte that nearly all take as they stand. */
    private static final byte[] MORE = more();

    private FilterBytes() {}

    private static byte[] more() {
        byte[] more = new byte[0x100];
        Arrays.fill(more, 0, ' ', (byte) 5);
        Arrays.fill(more, 0x80, 0x100, (byte) 1);
        more['"'] = 1;
        more['\\'] = 1;
        return more;
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
        int others = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            others |= c < MORE.length ? MORE[c] : 1;
        }
        return AROUND + (others == 0 ? length : Utf8.length(value) + escapes(value));
    }

    private static int escapes(String value) {
        return value.chars().filter(c -> c < 0x80).map(c -> MORE[c]).sum();
    }

    /** The same without quotes, comma and escapes: what a relay counts that has read it. */
    public static int raw(String value) {
        return Utf8.length(value);
    }

    private static int size(@Nullable Set<?> set) {
        return set == null ? 0 : set.size();
    }
}
