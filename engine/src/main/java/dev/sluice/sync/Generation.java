package dev.sluice.sync;

import dev.sluice.budget.Ceilings;
import dev.sluice.budget.Limits;
import dev.sluice.budget.SlotLedger;
import dev.sluice.intake.Lane;
import dev.sluice.metrics.Counter;
import dev.sluice.nostr.Filter;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelayPace;
import dev.sluice.session.RelaySession;
import dev.sluice.session.RelaySession.Start;
import dev.sluice.session.Signal;
import dev.sluice.session.Terminal;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.wire.RelaySocket;
import dev.sluice.wire.RelaySocket.End;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection from its first request to its end: live coverage first, then history up to now, then both are kept up.
 * The worker's thread runs it; reader and history have threads of their own that end with it.
 */
final class Generation {
    private static final Logger LOG = LoggerFactory.getLogger(Generation.class);
    private static final Duration FAR = Duration.ofDays(1);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(65);
    private static final int MOST_DOUBLINGS = 6;

    /** No relay is known to bear fewer subscriptions by default. */
    private static final int BORNE_BY_ALL = 10;

    /** Below this nothing is gained by cutting requests smaller. */
    private static final int LEAST_PAYLOAD_BYTES = 1_024;

    /**
     * What a generation is to do.
     *
     * @param learned what earlier ones were taught
     */
    record Plan(MirrorPlan.Source source, List<Base> bases, Information information, Learned learned, boolean once) {}

    /** How it ended, and what is known by then. */
    record Outcome(End end, Learned learned) {}

    private final RelayWorker worker;
    private final Plan plan;
    private final Parts parts;
    private final RelayPace pace;
    private final RelayCounts counts;

    // worker's thread only
    private Learned learned;
    private Ceilings ceilings;
    private int liveFailures;

    Generation(RelayWorker worker, Plan plan, Parts parts, RelayPace pace, RelayCounts counts) {
        this.worker = worker;
        this.plan = plan;
        this.parts = parts;
        this.pace = pace;
        this.counts = counts;
        this.learned = plan.learned();
        this.ceilings = learned.ceilings(plan.information().budgets());
    }

    /** Blocks until the connection has ended. */
    Outcome run(RelaySocket socket) throws InterruptedException {
        SlotLedger ledger = new SlotLedger(
                learned.subscriptions(plan.information().budgets()),
                plan.source().owned() ? Limits.OWNED : Limits.FOREIGN);
        String name = plan.source().relay().toString();
        try (Lane lane = parts.intake().lane(name);
                TaskScope scope = TaskScope.open(name)) {
            RelaySession session = new RelaySession(new RelaySession.Setup(
                    socket, ledger, pace, lane, scope, parts.time(), parts.metrics(), parts.classifier()));
            try (session) {
                scope.fork("reader", session::read);
                End end = keep(session, scope);
                return new Outcome(end, learned);
            }
        }
    }

    private End keep(RelaySession session, TaskScope scope) throws InterruptedException {
        History history = history(session);
        LiveCoverage live = new LiveCoverage(session, counts);
        long retry = open(session, live);
        plan.bases().forEach(Base::connected);
        Fork<Learned> walking = scope.fork("history", () -> walk(history, session));
        while (true) {
            Optional<Signal> signal = session.awaitSignal(retry);
            if (signal.isPresent() && signal.get() instanceof Signal.Ended ended) {
                history.end();
                live.close();
                learned = walking.join().and(learned);
                return ended.end();
            }
            if (signal.isPresent() && breaks(signal.get(), session, live)) {
                live.close();
                owe(history);
                retry = parts.time().nanos();
            } else if (signal.isEmpty() && live.isOpen()) {
                retry = parts.time().after(FAR);
            } else if (signal.isEmpty()) {
                retry = open(session, live);
                if (live.isOpen()) {
                    owe(history);
                }
            }
        }
    }

    private History history(RelaySession session) {
        Paging paging = plan.information().paging();
        Confirmation confirmation = new Confirmation(parts.archive(), counts, parts.time());
        Pager pager = new Pager(session, parts.places(), paging, confirmation, counts, parts.metrics());
        return new History(
                plan.bases(),
                session,
                pager,
                paging,
                plan.information(),
                plan.once(),
                parts.time(),
                parts.wall(),
                worker::reportHistory);
    }

    /** Runs the history thread; whatever ends it ends the session. */
    private Learned walk(History history, RelaySession session) throws InterruptedException {
        try {
            return switch (history.run()) {
                case DONE, OVER -> Learned.NOTHING;
                case TOO_BIG -> Learned.NOTHING.tooBig(ceilings.payloadBytes());
                case WEDGED ->
                    Learned.NOTHING.bears(Math.max(
                            BORNE_BY_ALL,
                            session.ledger().budget() - session.ledger().free() - 1));
            };
        } finally {
            session.close();
        }
    }

    private void owe(History history) {
        parts.metrics().count(Counter.DEBTS);
        history.owe();
    }

    /** Whether what the session tells breaks live coverage, so that the whole set has to be opened anew. */
    private boolean breaks(Signal signal, RelaySession session, LiveCoverage live) throws InterruptedException {
        return switch (signal) {
            case Signal.LiveLost lost -> live.holds(lost.request());
            case Signal.Shrunk shrunk -> {
                int most = session.ledger().budget();
                learned = learned.bears(most);
                RelayMemory.subscriptions(parts.catalogue(), plan.source().relay(), most, parts.wall());
                yield live.isOpen() && session.ledger().residual() < 1;
            }
            case Signal.Ended ended -> false;
        };
    }

    /** Opens live coverage, with fewer filters in a request if need be; the answer is when to try again. */
    private long open(RelaySession session, LiveCoverage live) throws InterruptedException {
        worker.entered(Progress.State.OPENING);
        Optional<Duration> retry = tryOpen(session, live);
        while (retry.isPresent() && retry.get().isZero()) {
            pace.background().awaitTurn();
            retry = tryOpen(session, live);
        }
        worker.entered(live.isOpen() ? Progress.State.LIVE : Progress.State.HISTORY_ONLY);
        return parts.time().after(retry.orElse(FAR));
    }

    /** One try: empty when there is nothing to be tried again, zero when at once. */
    private Optional<Duration> tryOpen(RelaySession session, LiveCoverage live) throws InterruptedException {
        return switch (live.open(liveFilters(), ceilings)) {
            case LiveCoverage.Outcome.Open open -> {
                liveFailures = 0;
                yield Optional.empty();
            }
            case LiveCoverage.Outcome.NotStarted notStarted -> retry(notStarted.why());
            case LiveCoverage.Outcome.Refused refused -> retry(refused.terminal(), session);
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

    private Optional<Duration> retry(Terminal terminal, RelaySession session) {
        if (!(terminal instanceof Terminal.Refused refused)) {
            return Optional.of(rest());
        }
        Refusal refusal = refused.refusal();
        LOG.info("{}: live coverage refused: {}", plan.source().relay(), refusal.text());
        if (refusal instanceof Refusal.FilterCount && ceilings.filters() > 1) {
            ceilings = ceilings.filtersRefused(ceilings.filters());
            return Optional.of(Duration.ZERO);
        }
        if (refusal instanceof Refusal.TooBig && ceilings.payloadBytes() > LEAST_PAYLOAD_BYTES) {
            ceilings = ceilings.payloadRefused(ceilings.payloadBytes());
            return smaller(session);
        }
        // the ledger has shrunk: what fits now is tried at once
        return Optional.of(refusal instanceof Refusal.SubscriptionLimit ? Duration.ZERO : rest());
    }

    /** A single filter above the budget has to be cut anew, with its history: that takes a new session. */
    private Optional<Duration> smaller(RelaySession session) {
        if (ceilings.payloadBytes() >= learned.chunkBytes(plan.information().budgets())) {
            return Optional.of(Duration.ZERO);
        }
        learned = learned.tooBig(2 * ceilings.payloadBytes());
        session.close();
        return Optional.empty();
    }

    private Duration rest() {
        Duration own = FIRST_RETRY.multipliedBy(1L << Math.min(liveFailures++, MOST_DOUBLINGS));
        Duration paused = pace.pauses().blocked().orElse(Duration.ZERO);
        return own.compareTo(paused) < 0 ? paused : own;
    }

    /** What ended in the past can't come live. */
    private List<Filter> liveFilters() {
        long now = parts.wall().seconds();
        return plan.bases().stream()
                .map(Base::filter)
                .filter(filter -> filter.until().orElse(now) >= now)
                .toList();
    }
}
