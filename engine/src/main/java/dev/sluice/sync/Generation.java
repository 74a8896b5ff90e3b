package dev.sluice.sync;

import dev.sluice.metrics.Counter;
import dev.sluice.plan.Chunk;
import dev.sluice.session.RelayPace;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Signal;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.wire.RelaySocket;
import dev.sluice.wire.RelaySocket.End;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One connection from its first request to its end: live coverage first, then history up to now, then both are kept up.
 * The worker's thread runs it; reader and history have threads of their own that end with it.
 */
final class Generation {

    /** No relay is known to bear fewer subscriptions by default. */
    private static final int BORNE_BY_ALL = 10;

    /**
     * What a generation is to do.
     *
     * @param learned what earlier ones were taught
     * @param support whether the relay does negentropy
     * @param growing whether more may be wanted meanwhile
     */
    record Plan(
            MirrorPlan.Source source,
            Bases bases,
            Information information,
            Learned learned,
            NegentropySupport support,
            boolean once,
            boolean growing) {}

    /**
     * How it ended, and what is known by then.
     *
     * @param endedNanos when, which may be before anybody took notice
     */
    record Outcome(End end, long endedNanos, Learned learned) {}

    private final RelayWorker worker;
    private final Plan plan;
    private final Parts parts;
    private final RelayPace pace;
    private final RelayCounts counts;

    // worker's thread only
    private Learned learned;

    Generation(RelayWorker worker, Plan plan, Parts parts, RelayPace pace, RelayCounts counts) {
        this.worker = worker;
        this.plan = plan;
        this.parts = parts;
        this.pace = pace;
        this.counts = counts;
        this.learned = plan.learned();
    }

    /** Blocks until the connection has ended. */
    Outcome run(RelaySocket socket) throws InterruptedException {
        int subscriptions = learned.subscriptions(plan.information().budgets());
        try (SessionScope open = SessionScope.open(plan.source(), subscriptions, pace, socket, parts)) {
            Signal.Ended ended = keep(open.session(), open.threads());
            return new Outcome(ended.end(), ended.nanos(), learned);
        }
    }

    private Signal.Ended keep(RelaySession session, TaskScope scope) throws InterruptedException {
        LiveCoverage live = new LiveCoverage(session, counts);
        TierUpkeep tiers = new TierUpkeep(session, counts, parts.time());
        HistoryNews news = new HistoryNews(parts.time());
        LiveUpkeep upkeep = new LiveUpkeep(plan, session, live, tiers, parts, news::isAwaited, worker::warn);
        open(upkeep, live);
        // a connection begins with all of it owed
        var unused = upkeep.takeGap();
        plan.bases().now().forEach(Base::owed);
        History history = history(session, upkeep, news);
        Fork<Learned> walking = scope.fork("history", () -> walk(history, session));
        while (true) {
            Optional<Signal> signal = session.awaitSignal(next(upkeep));
            if (signal.isPresent() && signal.get() instanceof Signal.Ended ended) {
                news.end();
                upkeep.close();
                learned = walking.join().and(upkeep.learned());
                return ended;
            }
            if (signal.isPresent()) {
                heed(signal.get(), session, upkeep);
            }
            if (plan.growing() && worker.takeWanted()) {
                upkeep.wanted();
                news.wanted();
            }
            // what is broken is mended before it is told what came of it
            if (parts.time().reached(upkeep.retryNanos())) {
                open(upkeep, live);
            }
            if (upkeep.takeGap()) {
                parts.metrics().count(Counter.DEBTS);
                news.owe();
            }
        }
    }

    private long next(LiveUpkeep upkeep) {
        long tick = parts.time().after(Rotation.TICK);
        long retry = upkeep.retryNanos();
        return plan.growing() && tick - retry < 0 ? tick : retry;
    }

    private void open(LiveUpkeep upkeep, LiveCoverage live) throws InterruptedException {
        if (!live.isOpen()) {
            worker.entered(Progress.State.OPENING);
        }
        upkeep.open();
        worker.entered(
                live.isOpen() ? Progress.State.LIVE : Progress.State.HISTORY_ONLY,
                upkeep.rest().size() + upkeep.rotating().size());
    }

    private CatchUp catchUp(LiveUpkeep upkeep) {
        // a mirror that ends does not come back to what it has walked
        Supplier<List<Chunk>> rest = plan.once() ? List::of : upkeep::rest;
        return new CatchUp(rest, parts.catchUps(), parts.time());
    }

    private History history(RelaySession session, LiveUpkeep upkeep, HistoryNews news) {
        Paging paging = plan.information()
                .paging(plan.bases().now().stream().map(Base::filter).toList());
        Confirmation confirmation = new Confirmation(parts.archive(), counts, parts.time());
        StoredQuery query = new StoredQuery(session, parts.places());
        EmptyAnswers empties =
                new EmptyAnswers(query, parts.archive(), plan.information().software());
        Pager pager = new Pager(query, empties, paging, confirmation, counts, page -> {}, parts.metrics());
        return new History(
                plan.bases(),
                catchUp(upkeep),
                new Rotation(upkeep::rotating, parts.time()),
                warmHistory(session, paging, confirmation),
                pager,
                new Setbacks(session, plan.bases(), paging, plan.once(), parts.time()),
                plan.information(),
                plan.once(),
                parts.time().after(RelayMemory.span(plan.source().relay())),
                parts.time(),
                parts.wall(),
                news,
                worker::reportHistory);
    }

    private WarmHistory warmHistory(RelaySession session, Paging paging, Confirmation confirmation) {
        int frameBytes = plan.information().frameBytes(Information.FRAME_BYTES);
        Packing packing = Packing.of(plan.information(), paging, plan.source().owned());
        NegentropyRound.Terms terms = NegentropyRound.Terms.usual(frameBytes);
        NegentropyRound round = new NegentropyRound(session, parts.places(), terms, counts.reconciled());
        return new WarmHistory(
                new NegentropyHistory(
                        round,
                        plan.support(),
                        parts.archive(),
                        parts.intake()::generation,
                        parts.wall(),
                        parts.metrics()),
                plan.support(),
                new Hydration(session, parts.archive(), packing, confirmation, counts.reconciled()),
                confirmation,
                parts.archive(),
                session.pace().pauses(),
                frameBytes > 0);
    }

    /** Runs the history thread; whatever ends it ends the session. */
    private Learned walk(History history, RelaySession session) throws InterruptedException {
        try {
            return switch (history.run()) {
                case DONE, OVER, OLD -> history.learned();
                case WEDGED -> {
                    int held = session.ledger().budget() - session.ledger().free();
                    yield history.learned().bears(Math.max(BORNE_BY_ALL, held - 1));
                }
            };
        } finally {
            session.close();
        }
    }

    /** Does what follows from what the session tells. */
    private void heed(Signal signal, RelaySession session, LiveUpkeep upkeep) throws InterruptedException {
        switch (signal) {
            case Signal.LiveLost lost -> upkeep.lost(lost.request());
            case Signal.Shrunk shrunk -> {
                int most = session.ledger().budget();
                upkeep.learn(Learned.NOTHING.bears(most));
                RelayMemory.remember(
                        parts.catalogue(), plan.source().relay(), RelayMemory.MAX_SUBSCRIPTIONS, most, parts.wall());
                upkeep.bearsLess();
            }
            case Signal.Capped capped -> {
                long most = session.pace().retained().bytes().orElseThrow();
                RelayMemory.remember(
                        parts.catalogue(), plan.source().relay(), RelayMemory.RETAINED_BYTES, most, parts.wall());
                upkeep.bearsLess();
            }
            case Signal.Ended ended -> {}
        }
    }
}
