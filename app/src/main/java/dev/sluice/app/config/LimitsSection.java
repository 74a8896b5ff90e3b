package dev.sluice.app.config;

import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayLimits;
import java.util.OptionalLong;

/** The {@code [limits]} table: what the served relay bounds, where that differs from the usual. */
final class LimitsSection {

    private LimitsSection() {}

    static RelayLimits limits(Section section) {
        RelayLimits limits = RelayLimits.DEFAULT;
        for (Limit limit : Limit.values()) {
            OptionalLong said = section.number(limit.key(), limit.least(), limit.most());
            limits = said.isPresent() ? limits.with(limit, said.getAsLong()) : limits;
        }
        section.refuseOthers();
        ordered(section, limits, Limit.DEFAULT_LIMIT, Limit.MAX_LIMIT);
        ordered(section, limits, Limit.MAX_FILTER_FIELD_BYTES, Limit.MAX_FILTER_BYTES);
        ordered(section, limits, Limit.MAX_NEG_ITEMS, Limit.MAX_NEG_SHARED_ITEMS);
        return limits;
    }

    /** What was said must leave room for what lies inside of it; a usual number that does not fit gives way. */
    private static void ordered(Section section, RelayLimits limits, Limit inner, Limit outer) {
        boolean said = section.has(inner.key()) && limits.said(inner) > limits.of(outer);
        if (said) {
            throw section.fault(
                    inner.key(),
                    "'" + inner.key() + "' must not be more than '" + outer.key() + "', " + limits.of(outer));
        }
    }
}
