package dev.sluice.relay;

import dev.sluice.nostr.RelayLimitation;
import java.util.List;

/** What the information document says of the limits: just what is enforced. */
final class Advertisement {

    /** Bounds on requests for which NIP-11 has no field; they are written by the keys of the configuration. */
    private static final List<Limit> EXTENSIONS = List.of(
            Limit.MAX_FILTERS,
            Limit.MAX_FILTER_FIELD_BYTES,
            Limit.MAX_FILTER_BYTES,
            Limit.MAX_SUBSCRIPTION_BYTES,
            Limit.MAX_EVENT_BYTES);

    private Advertisement() {}

    static RelayLimitation of(RelayLimits limits, Access access, boolean restrictedWrites) {
        RelayLimitation.Builder limitation = RelayLimitation.builder()
                .maxMessageLength(limits.count(Limit.MAX_MESSAGE_LENGTH))
                .maxSubscriptions(limits.count(Limit.MAX_SUBSCRIPTIONS))
                .maxLimit(limits.count(Limit.MAX_LIMIT))
                .defaultLimit(limits.count(Limit.DEFAULT_LIMIT))
                .maxSubidLength(limits.count(Limit.MAX_SUBID_LENGTH))
                .maxEventTags(limits.count(Limit.MAX_EVENT_TAGS))
                .maxContentLength(limits.count(Limit.MAX_CONTENT_LENGTH))
                .createdAtUpperLimit(limits.of(Limit.CREATED_AT_UPPER_LIMIT))
                .authRequired(access.asksEverybody())
                .restrictedWrites(restrictedWrites);
        long oldest = limits.of(Limit.CREATED_AT_LOWER_LIMIT);
        if (oldest != Limit.NONE) {
            limitation.createdAtLowerLimit(oldest);
        }
        EXTENSIONS.forEach(limit -> limitation.extension(limit.key(), limits.of(limit)));
        return limitation.build();
    }
}
