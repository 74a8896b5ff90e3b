package dev.sluice.profile;

import dev.sluice.relay.TokenBucket;
import dev.sluice.time.Time;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rates of a profile: those of one connection, before those that all connections of an address share. */
final class Buckets {
    private final Map<Occasion, TokenBucket> buckets = new EnumMap<>(Occasion.class);

    private Buckets() {}

    /** Those that are shared. */
    static Buckets shared(Profile profile, Time time) {
        Buckets shared = new Buckets();
        shared.add(profile, time, true);
        return shared;
    }

    /** Those of one connection, and the shared ones. */
    Buckets ofConnection(Profile profile, Time time) {
        Buckets own = new Buckets();
        own.buckets.putAll(buckets);
        own.add(profile, time, false);
        return own;
    }

    /** Whether so much may pass now; then it is taken. What has no rate passes. */
    boolean take(Occasion occasion, long count) {
        @Nullable TokenBucket bucket = buckets.get(occasion);
        return bucket == null || bucket.take(count);
    }

    private void add(Profile profile, Time time, boolean shared) {
        profile.rates().forEach((occasion, rate) -> {
            if (rate.shared() == shared) {
                buckets.put(occasion, new TokenBucket(rate.burst(), (double) rate.count() / rate.seconds(), time));
            }
        });
    }
}
