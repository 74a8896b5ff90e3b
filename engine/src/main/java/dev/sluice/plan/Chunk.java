package dev.sluice.plan;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.FilterBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Values of a demand that stand in one filter, or one filter as it stands. Chunks that ask for the same are equal.
 *
 * @param field whose values are listed; without one the base is the filter
 * @param values sorted; none without a field
 * @param bytes of all values of the filter, as they are sent
 */
public record Chunk(Tier tier, Filter base, Optional<Field> field, List<String> values, int bytes, State state) {
    /** A chunk that keeps less of what it may have, in quarters, takes more again (RULES 6.1). */
    private static final int QUARTERS = 3;

    /** Whether more values may come. */
    public enum State {
        OPEN,
        SEALED,
        /** For a value that some relays refuse, and with it everything else in the REQ: it shares none with other values. */
        ALONE
    }

    /** What demands and chunks have in common whose values may stand in one filter. */
    record Key(Tier tier, Filter base, Optional<Field> field) {}

    Key key() {
        return new Key(tier, base, field);
    }

    /** What it has in common with others whose values may stand in one filter with its own; as {@link Demand#family}. */
    public String family() {
        return Demand.familyOf(base, field);
    }

    /** The filter that is sent, without a limit. */
    public Filter filter() {
        return field.map(known -> known.with(base, values)).orElse(base);
    }

    boolean isAlone() {
        return state == State.ALONE;
    }

    /** Without some values, and empty when nothing is left; open when that leaves too little in it. */
    Optional<Chunk> without(Set<String> removed, Bounds bounds) {
        List<String> left = new ArrayList<>(values.size());
        int less = 0;
        for (String value : values) {
            if (removed.contains(value)) {
                less += FilterBytes.of(value);
            } else {
                left.add(value);
            }
        }
        if (left.isEmpty()) {
            return Optional.empty();
        }
        boolean opens = state == State.SEALED && bytes - less < bounds.share() / 4 * QUARTERS;
        return Optional.of(new Chunk(tier, base, field, List.copyOf(left), bytes - less, opens ? State.OPEN : state));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Chunk chunk
                && base.equals(chunk.base)
                && field.equals(chunk.field)
                && values.equals(chunk.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(base, field, values);
    }
}
