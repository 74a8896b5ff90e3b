package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import java.time.Duration;
import java.util.List;

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
     */
    public record Source(RelayUrl relay, boolean owned) {}

    /** A plan that stays, without a throttle. */
    public static MirrorPlan staying(List<Source> sources, List<Filter> watches) {
        return new MirrorPlan(sources, watches, false, Duration.ZERO);
    }

    /** A plan that ends with history, without a throttle. */
    public static MirrorPlan once(List<Source> sources, List<Filter> watches) {
        return new MirrorPlan(sources, watches, true, Duration.ZERO);
    }
}
