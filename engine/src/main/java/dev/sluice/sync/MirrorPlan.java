package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayUrl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What to mirror from where.
 *
 * @param watches each is watched live and in history on every source; limits are ignored, windows are kept
 * @param once whether to end when every source's history has ended; else the mirror stays
 * @param throttle the least time between two pages of one relay, on top of its own pace; zero for none
 */
public record MirrorPlan(List<Source> sources, List<Filter> watches, boolean once, Duration throttle) {

    public MirrorPlan {
        sources = List.copyOf(sources);
        watches = List.copyOf(watches);
        if (sources.isEmpty() || watches.isEmpty()) {
            throw new IllegalArgumentException("a mirror needs a source and a filter");
        }
    }

    /**
     * One relay.
     *
     * @param owned whether it is the operator's own: no background gate, larger pages
     * @param key who we are to it when it asks (NIP-42); without one nobody
     */
    public record Source(RelayUrl relay, boolean owned, Optional<KeyPair> key) {
        /** A relay to which we stay unknown. */
        public Source(RelayUrl relay, boolean owned) {
            this(relay, owned, Optional.empty());
        }
    }

    /** A plan that stays, without a throttle. */
    public static MirrorPlan staying(List<Source> sources, List<Filter> watches) {
        return new MirrorPlan(sources, watches, false, Duration.ZERO);
    }

    /** A plan that ends with history, without a throttle. */
    public static MirrorPlan once(List<Source> sources, List<Filter> watches) {
        return new MirrorPlan(sources, watches, true, Duration.ZERO);
    }
}
