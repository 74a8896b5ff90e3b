package dev.sluice.sync;

import dev.sluice.budget.Ceilings;
import dev.sluice.nostr.Filter;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the live coverage of one generation and decides what to do when the relay does not let it: smaller requests, or
 * another try after a rest. Worker's thread only.
 */
final class LiveUpkeep {
    private static final Logger LOG = LoggerFactory.getLogger(LiveUpkeep.class);
    private static final Duration FAR = Duration.ofDays(1);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(65);
    private static final int MOST_DOUBLINGS = 6;

    /** Below this nothing is gained by cutting requests smaller. */
    private static final int LEAST_PAYLOAD_BYTES = 1_024;

    /**
     * A relay that refuses fewer filters than we begin with refuses five as well: the one that is known to, strfry with
     * filterValidation, takes three. So the ladder is entered there, and one refusal is enough.
     */
    private static final int STRICT_REFUSE = 5;

    private final Generation.Plan plan;
    private final RelaySession session;
    private final LiveCoverage live;
    private final Parts parts;

    // mutable state
    private Learned learned;
    private Ceilings ceilings;
    private int failures;
    private boolean withoutParked;
    private long retryNanos;

    LiveUpkeep(Generation.Plan plan, RelaySession session, LiveCoverage live, Parts parts) {
        this.plan = plan;
        this.session = session;
        this.live = live;
        this.parts = parts;
        this.learned = plan.learned();
        this.ceilings = learned.ceilings(plan.information().budgets());
    }

    /** When {@link #open} is to be called, on the clock of {@link dev.sluice.time.Time#nanos}. */
    long retryNanos() {
        return retryNanos;
    }

    /** What refusals have taught by now. */
    Learned learned() {
        return learned;
    }

    void learn(Learned more) {
        learned = learned.and(more);
    }

    /** Live coverage is broken: all of it is closed, to be opened anew at once. */
    void broken() {
        live.close();
        retryNanos = parts.time().nanos();
    }

    /** Opens live coverage unless it is open, with fewer filters in a request if need be. */
    void open() throws InterruptedException {
        Optional<Duration> retry = live.isOpen() ? Optional.empty() : tryOpen();
        while (retry.isPresent() && retry.get().isZero()) {
            session.pace().background().awaitTurn();
            retry = tryOpen();
        }
        retryNanos = parts.time().after(retry.orElse(FAR));
    }

    /** One try: empty when there is nothing to be tried again, zero when at once. */
    private Optional<Duration> tryOpen() throws InterruptedException {
        return switch (live.open(liveFilters(), ceilings)) {
            case LiveCoverage.Outcome.Open open -> {
                failures = 0;
                yield Optional.empty();
            }
            case LiveCoverage.Outcome.NotStarted notStarted -> retry(notStarted.why());
            case LiveCoverage.Outcome.Refused refused -> retry(refused.terminal(), refused.filters());
        };
    }

    private Optional<Duration> retry(Start.NotStarted why) {
        return switch (why) {
            case Start.Over over -> Optional.empty();
            case Start.Paused paused -> Optional.of(paused.left());
            case Start.OverBudget overBudget -> {
                LOG.warn(
                        "{}: live coverage does not fit what the relay allows, only history is mirrored",
                        plan.source().relay());
                yield Optional.empty();
            }
        };
    }

    /** @param filters of the request that was refused */
    private Optional<Duration> retry(Terminal terminal, int filters) {
        if (!(terminal instanceof Terminal.Refused refused)) {
            return Optional.of(rest());
        }
        Refusal refusal = refused.refusal();
        LOG.info("{}: live coverage refused: {}", plan.source().relay(), refusal.text());
        withoutParked |= refusal instanceof Refusal.InvalidFilter;
        if (refusal instanceof Refusal.FilterCount && filters > 1) {
            ceilings = ceilings.filtersRefused(Math.min(filters, STRICT_REFUSE));
            return Optional.of(Duration.ZERO);
        }
        if (refusal instanceof Refusal.TooBig && ceilings.payloadBytes() > LEAST_PAYLOAD_BYTES) {
            ceilings = ceilings.payloadRefused(ceilings.payloadBytes());
            return smaller();
        }
        // the ledger has shrunk: what fits now is tried at once
        return Optional.of(refusal instanceof Refusal.SubscriptionLimit ? Duration.ZERO : rest());
    }

    /** A single filter above the budget has to be cut anew, with its history: that takes a new session. */
    private Optional<Duration> smaller() {
        if (ceilings.payloadBytes() >= learned.chunkBytes(plan.information().budgets())) {
            return Optional.of(Duration.ZERO);
        }
        learned = learned.tooBig(2 * ceilings.payloadBytes());
        session.close();
        return Optional.empty();
    }

    private Duration rest() {
        Duration own = FIRST_RETRY.multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS));
        Duration paused = session.pace().pauses().blocked().orElse(Duration.ZERO);
        return own.compareTo(paused) < 0 ? paused : own;
    }

    /** What ended in the past can't come live, nor what the relay has refused for its form, asked alone. */
    private List<Filter> liveFilters() {
        long now = parts.wall().seconds();
        return plan.bases().now().stream()
                .filter(base -> !(withoutParked && base.due().isParked()))
                .map(Base::filter)
                .filter(filter -> filter.until().orElse(now) >= now)
                .toList();
    }
}
