package dev.sluice.relay;

import dev.sluice.time.Time;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The quotas of one connection, after those that all connections of its address share. What is refused costs nothing. */
final class Quotas {

    /** Those of nobody in particular: everything passes. */
    static final Quotas NONE = new Quotas(Map.of(), Map.of(), RelayLimits.DEFAULT);

    private final Map<Quota, TokenBucket> own;
    private final Map<Quota, TokenBucket> shared;
    private final RelayLimits limits;

    private Quotas(Map<Quota, TokenBucket> own, Map<Quota, TokenBucket> shared, RelayLimits limits) {
        this.own = own;
        this.shared = shared;
        this.limits = limits;
    }

    /** The quotas of a new connection that has the shared ones of its address. */
    static Quotas of(RelayLimits limits, Map<Quota, TokenBucket> shared, Time time) {
        return new Quotas(buckets(limits, 1, time), shared, limits);
    }

    /** Full buckets for an address. */
    static Map<Quota, TokenBucket> ofAddress(RelayLimits limits, Time time) {
        return buckets(limits, limits.of(Limit.ADDRESS_QUOTA_FACTOR), time);
    }

    private static Map<Quota, TokenBucket> buckets(RelayLimits limits, long factor, Time time) {
        Map<Quota, TokenBucket> buckets = new EnumMap<>(Quota.class);
        for (Quota quota : Quota.values()) {
            buckets.put(quota, TokenBucket.perMinute(limits.of(quota.limit()) * factor, time));
        }
        return buckets;
    }

    /** Takes one, or says why there is none. */
    Optional<String> take(Quota quota) {
        TokenBucket mine = own.get(quota);
        if (mine == null) {
            return Optional.empty();
        }
        long number = limits.of(quota.limit());
        if (!mine.take(1)) {
            return Optional.of(quota.wording().text(number));
        }
        TokenBucket ours = shared.get(quota);
        if (ours != null && !ours.take(1)) {
            mine.giveBack(1);
            return Optional.of(quota.wording().text(number * limits.of(Limit.ADDRESS_QUOTA_FACTOR)));
        }
        return Optional.empty();
    }
}
