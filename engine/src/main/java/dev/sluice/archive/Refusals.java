package dev.sluice.archive;

import dev.sluice.nostr.EventId;
import dev.sluice.nostr.RelayUrl;
import java.util.List;
import java.util.OptionalLong;

/**
 * Items that a relay offers for a base filter and that we will not keep; remembered so that they are not asked for again
 * (RULES 8.2). At most {@link #MOST_PER_RELAY}, the oldest by created_at go first. An item that is put again replaces
 * what was remembered of it.
 */
public record Refusals(RelayUrl relay, String base, List<Item> items) {

    /** What one relay can make us remember. */
    public static final int MOST_PER_RELAY = 200_000;

    public Refusals {
        items = List.copyOf(items);
    }

    /**
     * One item.
     *
     * @param generation of the policy that refused it
     */
    public record Item(long createdAt, EventId id, Reason reason, long generation) {

        /** Whether it still counts: what a policy refused is void once the policy is another. */
        public boolean holds(long currentGeneration) {
            return reason.isPermanent() || generation == currentGeneration;
        }
    }

    /** Why it is not kept. */
    public enum Reason {
        INVALID(true),
        SUPERSEDED(true),
        DELETED(true),
        EXPIRED(true),
        VANISHED(true),
        POLICY(false),
        FUTURE(false);

        private final boolean permanent;

        Reason(boolean permanent) {
            this.permanent = permanent;
        }

        /** Whether no policy can change it. */
        public boolean isPermanent() {
            return permanent;
        }
    }

    /**
     * What is asked of the memory: items of a base filter.
     *
     * @param since first second, inclusive
     * @param until last second, inclusive
     * @param generation of the policy under which they are to hold; empty for all, whether they hold or not
     */
    public record Query(RelayUrl relay, String base, long since, long until, OptionalLong generation) {

        /** What holds, of all times. */
        public Query(RelayUrl relay, String base, long generation) {
            this(relay, base, 0, Long.MAX_VALUE, OptionalLong.of(generation));
        }

        /** Whether an item is asked for. */
        public boolean asksFor(Item item) {
            return item.createdAt() >= since
                    && item.createdAt() <= until
                    && (generation.isEmpty() || item.holds(generation.getAsLong()));
        }
    }
}
