package dev.sluice.sync;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.Demand;
import java.util.List;

/**
 * One filter whose history is walked, and what of it coverage is kept for: each value of a family, or the filter in its
 * canonical form (RULES 7.1).
 *
 * @param family the base of the coverage's keys
 * @param values the values of the coverage's keys; one empty text where the filter stands alone
 */
record BaseFilter(Filter filter, String family, List<String> values) {
    private static final List<String> ALONE = List.of("");

    BaseFilter {
        values = List.copyOf(values);
    }

    /** A filter that has a coverage of its own. */
    static BaseFilter alone(Filter filter) {
        return new BaseFilter(filter, Codec.encode(filter), ALONE);
    }

    /** A filter that a demand with a field was cut to. */
    static BaseFilter of(Demand demand, Filter part) {
        return new BaseFilter(
                part, demand.family(), demand.field().orElseThrow().values(part));
    }

    boolean isAlone() {
        return values.equals(ALONE);
    }
}
