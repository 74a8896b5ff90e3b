package dev.sluice.archive;

import dev.sluice.nostr.EventId;
import dev.sluice.nostr.RelayUrl;
import java.util.List;

/**
 * Items that a relay offers for a base filter and that we will not keep; remembered so that they are not asked for again
 * (RULES 8.2). At most 200,000 a relay, oldest out.
 */
public record Refusals(RelayUrl relay, String base, List<Item> items) {

    public Refusals {
        items = List.copyOf(items);
    }

    /** One item. Policy and future refusals are void once the policy's generation changes; the others last. */
    public record Item(long createdAt, EventId id, Reason reason, long generation) {}

    /** Why it is not kept. */
    public enum Reason {
        INVALID,
        SUPERSEDED,
        DELETED,
        EXPIRED,
        VANISHED,
        POLICY,
        FUTURE
    }
}
