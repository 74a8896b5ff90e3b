package dev.sluice.relay;

import java.util.EnumMap;
import java.util.Map;

/** A number for each {@link Limit}. All of them are enforced, and what NIP-11 has a field for is advertised. */
public final class RelayLimits {

    /** The usual numbers. */
    public static final RelayLimits DEFAULT = new RelayLimits(Map.of());

    /** Those that are not the usual ones. */
    private final Map<Limit, Long> said;

    private RelayLimits(Map<Limit, Long> said) {
        this.said = said;
    }

    /** The number that holds. */
    public long of(Limit limit) {
        long number = said(limit);
        return limit == Limit.DEFAULT_LIMIT ? Math.min(number, of(Limit.MAX_LIMIT)) : number;
    }

    /** The number that was said, though another may bound it. */
    public long said(Limit limit) {
        return said.getOrDefault(limit, limit.usual());
    }

    /** The number that holds, for what can't be more than an int holds. */
    public int count(Limit limit) {
        return (int) Math.min(of(limit), Integer.MAX_VALUE);
    }

    /** With another number, which may lie outside of what an operator may say. */
    public RelayLimits with(Limit limit, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(limit + " " + number);
        }
        Map<Limit, Long> other = new EnumMap<>(Limit.class);
        other.putAll(said);
        other.put(limit, number);
        return new RelayLimits(other);
    }
}
