package dev.sluice.plan;

import dev.sluice.nostr.Filter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the values of a filter weigh on the wire: serialised, with their commas (RULES 6.2). */
public final class FilterBytes {
    /** 64 hex digits, two quotes, a comma. */
    static final int HEX = 67;

    private FilterBytes() {}

    /** Bytes of all values of a filter. */
    public static int of(Filter filter) {
        int bytes = size(filter.ids()) * HEX + size(filter.authors()) * HEX;
        if (filter.kinds() != null) {
            bytes += filter.kinds().stream().mapToInt(FilterBytes::of).sum();
        }
        return bytes + filter.tags().values().stream().mapToInt(FilterBytes::of).sum();
    }

    static int of(Set<String> values) {
        return values.stream().mapToInt(FilterBytes::of).sum();
    }

    static int of(int kind) {
        return Integer.toString(kind).length() + 1;
    }

    /** A value with its quotes, its comma, and the escapes that JSON wants. */
    static int of(String value) {
        int escapes = value.chars().map(FilterBytes::escapes).sum();
        return value.getBytes(StandardCharsets.UTF_8).length + escapes + 3;
    }

    private static int escapes(int c) {
        if (c == '"' || c == '\\') {
            return 1;
        }
        return c < ' ' ? 5 : 0;
    }

    private static int size(@Nullable Set<?> set) {
        return set == null ? 0 : set.size();
    }
}
