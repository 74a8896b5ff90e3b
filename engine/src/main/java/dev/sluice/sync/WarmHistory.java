package dev.sluice.sync;

import dev.sluice.archive.EventArchive;
import dev.sluice.negentropy.Difference;
import dev.sluice.pace.Pauses;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * History by negentropy, for filters of which something is held: it covers the whole range, so it pays every debt and is
 * every check. A cold start pages, and so does what negentropy can't do. Used by one thread.
 */
final class WarmHistory {
    private static final Logger LOG = LoggerFactory.getLogger(WarmHistory.class);

    private final NegentropyHistory negentropy;
    private final NegentropySupport support;
    private final Hydration hydration;
    private final Confirmation confirmation;
    private final EventArchive archive;
    private final Pauses pauses;
    private final boolean framesFit;

    // mutable state
    private long unavailable;

    /**
     * @param framesFit whether the relay's messages are large enough for the least frame
     */
    WarmHistory(
            NegentropyHistory negentropy,
            NegentropySupport support,
            Hydration hydration,
            Confirmation confirmation,
            EventArchive archive,
            Pauses pauses,
            boolean framesFit) {
        this.negentropy = negentropy;
        this.support = support;
        this.hydration = hydration;
        this.confirmation = confirmation;
        this.archive = archive;
        this.pauses = pauses;
        this.framesFit = framesFit;
    }

    /** How an attempt ended. */
    sealed interface Outcome {
        /** Everything that the relay lists is here, and coverage says so. */
        record Complete() implements Outcome {}

        /** History has to be paged this time. */
        record Unfit() implements Outcome {}

        record Stopped(Setback setback) implements Outcome {}
    }

    /** Whether a filter's history is to be reconciled now. A walk that was begun by pages goes on by pages. */
    boolean fits(Base base) throws InterruptedException {
        boolean open = framesFit
                && support.isLikely()
                && base.due().mayReconcile()
                && pauses.left(Pauses.Kind.NEGENTROPY).isEmpty()
                && base.coverage().walk().isEmpty();
        return open && (base.coverage().complete().isPresent() || LocalItems.many(archive, base));
    }

    /** Blocks until the filter's whole history is reconciled, or can't be. */
    Outcome run(Base base) throws InterruptedException {
        unavailable = 0;
        return switch (negentropy.run(base, difference -> fetch(base, difference))) {
            case NegentropyHistory.Outcome.Stopped stopped -> new Outcome.Stopped(stopped.setback());
            case NegentropyHistory.Outcome.Unfit unfit -> unfit(base, unfit.why());
            case NegentropyHistory.Outcome.Reconciled reconciled
            when unavailable > 0 -> unfit(base, unavailable + " events that it lists it does not send");
            case NegentropyHistory.Outcome.Reconciled reconciled -> {
                confirmation.reconciled(base, reconciled.start());
                yield new Outcome.Complete();
            }
        };
    }

    private Optional<Setback> fetch(Base base, Difference difference) throws InterruptedException {
        Hydration.Outcome outcome = hydration.fetch(base, difference.onlyThere());
        unavailable += outcome.unavailable();
        return outcome.setback();
    }

    private Outcome unfit(Base base, String why) {
        support.unfit(why);
        LOG.info("{}: paging {}: {}", base.relay(), base.name(), why);
        return new Outcome.Unfit();
    }
}
