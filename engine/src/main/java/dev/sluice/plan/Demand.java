package dev.sluice.plan;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is wanted of a relay, and how urgently: a filter as it stands, or one filter for many values of one field.
 *
 * @param base kinds, authors, window and whatever else all of it has in common; never a limit
 * @param field whose values are listed; without one the base itself is wanted
 * @param values sorted, each once; none without a field
 */
public record Demand(Tier tier, Filter base, Optional<Field> field, List<String> values) {

    /** So many ids no longer fit one filter of 32 KiB: the list is cut, and each value has to know what is held of it. */
    private static final int LONG_LIST = 490;

    public Demand {
        base = base.withLimit(OptionalInt.empty());
        values = Values.of(values);
        if (field.isPresent() == values.isEmpty()) {
            throw new IllegalArgumentException("values and their field come together");
        }
    }

    /** One filter as it stands; its limit is ignored. */
    public static Demand of(Tier tier, Filter filter) {
        return new Demand(tier, filter, Optional.empty(), List.of());
    }

    /** One filter as somebody wrote it: with a long list in one field each of its values counts by itself. */
    public static Demand watch(Tier tier, Filter filter) {
        return Field.longest(filter)
                .filter(field -> field.values(filter).size() >= LONG_LIST)
                .map(field -> of(tier, field.without(filter), field, field.values(filter)))
                .orElseGet(() -> of(tier, filter));
    }

    /** One filter for many values, in any order; at least one. */
    public static Demand of(Tier tier, Filter base, Field field, Collection<String> values) {
        return new Demand(tier, base, Optional.of(field), Values.of(values));
    }

    /** What demands have in common whose values may stand in one filter; the base of coverage by value (RULES 7.1). */
    public String family() {
        return familyOf(base, field);
    }

    static String familyOf(Filter base, Optional<Field> field) {
        return Codec.encode(base) + field.map(Field::key).orElse("");
    }

    /** The filter for some of the values, or the base where there is no field. */
    public Filter filter(Collection<String> some) {
        return field.map(known -> known.with(base, some)).orElse(base);
    }
}
