package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.session.Refusal;
import dev.sluice.session.Terminal;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the refusals of live groups teach, and whether that helps. Worker's thread only. */
final class LiveRefusals {
    private static final Logger LOG = LoggerFactory.getLogger(LiveRefusals.class);

    private final RelayUrl relay;
    private final RequestSizes sizes;
    private final LivePlanning planning;

    LiveRefusals(RelayUrl relay, RequestSizes sizes, LivePlanning planning) {
        this.relay = relay;
        this.sizes = sizes;
        this.planning = planning;
    }

    /** Whether what a refusal teaches makes another try at once worth while. */
    boolean help(Terminal terminal, List<Filter> group, long triedBytes) throws InterruptedException {
        if (!(terminal instanceof Terminal.Refused refused)) {
            return false;
        }
        Refusal refusal = refused.refusal();
        LOG.info("{}: live coverage refused: {}", relay, refusal.text());
        return switch (refusal) {
            case Refusal.FilterCount count -> sizes.tooMany(count, group);
            case Refusal.TooBig big -> sizes.tooBig(big, group);
            case Refusal.RetainedBytes retained -> planning.bytes() < triedBytes;
            case Refusal.InvalidFilter invalid -> park(group);
            // the ledger has shrunk
            case Refusal.SubscriptionLimit limit -> true;
            case Refusal.Rate rate -> false;
            case Refusal.TooManyQueries queries -> false;
            case Refusal.TooManyResults results -> false;
            case Refusal.AuthRequired auth -> false;
            case Refusal.Policy policy -> false;
            case Refusal.Transient trouble -> false;
            case Refusal.Unknown unknown -> false;
            case Refusal.Harmless harmless -> false;
            case Refusal.NegentropyUnsupported unsupported -> false;
            case Refusal.NegentropyTooBig tooBig -> false;
            case Refusal.NegentropyTooMany many -> false;
            case Refusal.NegentropyExpired expired -> false;
        };
    }

    /** A filter that the relay does not take is left out once it is alone: history finds out which it is, or this has. */
    private boolean park(List<Filter> group) {
        boolean alone = group.size() == 1;
        if (alone) {
            planning.unfit(group.get(0));
        }
        return alone;
    }
}
