package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Shards;
import dev.sluice.plan.Tier;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What to mirror from where.
 *
 * @param watches each is watched live and in history on every source; limits are ignored, windows are kept
 * @param once whether to end when every source's history has ended; else the mirror stays
 * @param throttle the least time between two pages of one relay, on top of its own pace; zero for none
 * @param growing whether more is wanted as it goes, of these and of other relays ({@link Targets}); else there is a
 *     source and a filter
 * @param key who we are to relays that are found on the way
 * @param connections the most to a relay that says nothing else, from 1 to {@link Shards#MOST}: a further one is opened only where live coverage
 *     has no room on fewer, and never in a mirror that ends
 */
public record MirrorPlan(
        List<Source> sources,
        List<Filter> watches,
        boolean once,
        Duration throttle,
        boolean growing,
        Optional<KeyPair> key,
        int connections) {

    public MirrorPlan {
        sources = List.copyOf(sources);
        watches = List.copyOf(watches);
        if (!growing && (sources.isEmpty() || watches.isEmpty())) {
            throw new IllegalArgumentException("a mirror needs a source and a filter");
        }
        if (growing && once) {
            throw new IllegalArgumentException("a mirror that ends does not grow");
        }
        checked(connections);
    }

    private static void checked(int connections) {
        if (connections < 1 || connections > Shards.MOST) {
            throw new IllegalArgumentException("connections " + connections);
        }
    }

    /** A plan with one connection to a relay. */
    public MirrorPlan(
            List<Source> sources,
            List<Filter> watches,
            boolean once,
            Duration throttle,
            boolean growing,
            Optional<KeyPair> key) {
        this(sources, watches, once, throttle, growing, key, 1);
    }

    /** A plan that is all there is from the beginning. */
    public MirrorPlan(List<Source> sources, List<Filter> watches, boolean once, Duration throttle) {
        this(sources, watches, once, throttle, false, Optional.empty());
    }

    /** The same, growing from there. */
    public MirrorPlan growing(Optional<KeyPair> foundKey) {
        return new MirrorPlan(sources, watches, once, throttle, true, foundKey, connections);
    }

    /** The same with so many connections to one relay where they are needed. */
    public MirrorPlan connections(int most) {
        return new MirrorPlan(sources, watches, once, throttle, growing, key, most);
    }

    /** Whether a relay is one of its own sources. */
    boolean names(RelayUrl relay) {
        return sources.stream().anyMatch(source -> source.relay().equals(relay));
    }

    /** One of its own sources, or else a relay that was found on the way: nobody's own. */
    Source source(RelayUrl relay) {
        return sources.stream()
                .filter(source -> source.relay().equals(relay))
                .findFirst()
                .orElseGet(() -> new Source(relay, false, key));
    }

    /** The most connections to a relay. */
    int connections(Source source) {
        return once ? 1 : source.connections().orElse(connections);
    }

    /** What is wanted of every source from the beginning. */
    Demands demands() {
        return new Demands(watches.stream()
                .map(watch -> Demand.watch(Tier.ESSENTIAL, watch))
                .toList());
    }

    /**
     * One relay.
     *
     * @param owned whether it is the operator's own: no background gate, larger pages
     * @param key who we are to it when it asks (NIP-42); without one nobody
     * @param connections the most to it, from 1 to {@link Shards#MOST}; empty for what the plan says
     */
    public record Source(RelayUrl relay, boolean owned, Optional<KeyPair> key, OptionalInt connections) {
        public Source {
            checked(connections.orElse(1));
        }

        /** A relay that has as many connections as the plan says. */
        public Source(RelayUrl relay, boolean owned, Optional<KeyPair> key) {
            this(relay, owned, key, OptionalInt.empty());
        }

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
