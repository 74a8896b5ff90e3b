package dev.sluice.sync;

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
     * @param support whether the relay does negentropy
     */
    record Plan(LiveConnection.Terms terms, NegentropySupport support, boolean once) {}

    /**
     * How it ended, and what is known by then.
     *
     * @param endedNanos when, which may be before anybody took notice
     */
    record Outcome(End end, long endedNanos, Learned learned) {}

    private final RelayWorker worker;
    private final RelayTeam team;
    private final Plan plan;
    private final Parts parts;
    private final RelayPace pace;
    private final RelayCounts counts;

    // worker's thread only
    private Learned learned;

    Generation(RelayWorker worker, RelayTeam team, Plan plan, Parts parts, RelayPace pace, RelayCounts counts) {
        this.worker = worker;
        this.team = team;
        this.plan = plan;
        this.parts = parts;
        this.pace = pace;
        this.counts = counts;
        this.learned = plan.terms().learned();
    }

    /** Blocks until the connection has ended. */
    Outcome run(RelaySocket socket) throws InterruptedException {
        try (SessionScope open =
                SessionScope.open(plan.terms().source(), plan.terms().subscriptions(), pace, socket, parts)) {
            Signal.Ended ended = keep(open.session(), open.threads());
            return new Outcome(ended.end(), ended.nanos(), learned);
        }
    }

    private Signal.Ended keep(RelaySession session, TaskScope scope) throws InterruptedException {
        Share share = team.first();
        LiveConnection live = new LiveConnection(plan.terms(), share, session, counts, parts, worker::warn);
        HistoryNews news = new HistoryNews(parts.time());
        team.begins(plan.terms().information(), news);
        live.open();
        // a connection begins with all of it owed
        live.beginWithoutGap();
        plan.terms().bases().now().forEach(Base::owed);
        History history = history(session, news);
        Fork<Learned> walking = scope.fork("history", () -> walk(history, session));
        Optional<Signal.Ended> ended = Optional.empty();
        while (ended.isEmpty()) {
            ended = live.next(!plan.once(), () -> takeWanted(news));
        }
        news.end();
        share.lost(live.close());
        learned = walking.join().and(live.learned());
        return ended.get();
    }

    private void takeWanted(HistoryNews news) throws InterruptedException {
        if (!plan.once() && worker.takeWanted()) {
            news.wanted();
        }
    }

    private CatchUp catchUp() {
        // a mirror that ends does not come back to what it has walked
        Supplier<List<Chunk>> rest = plan.once() ? List::of : team::rest;
        return new CatchUp(rest, parts.catchUps(), parts.time());
    }

    private History history(RelaySession session, HistoryNews news) {
        Paging paging = plan.terms()
                .information()
                .paging(plan.terms().bases().now().stream().map(Base::filter).toList());
        Confirmation confirmation = new Confirmation(parts.archive(), counts, parts.time());
        StoredQuery query = new StoredQuery(session, parts.places());
        EmptyAnswers empties = new EmptyAnswers(
                query, parts.archive(), plan.terms().information().software());
        Pager pager = new Pager(query, empties, paging, confirmation, counts, page -> {}, parts.metrics());
        return new History(
                plan.terms().bases(),
                catchUp(),
                new Rotation(team::rotating, parts.time()),
                warmHistory(session, paging, confirmation),
                pager,
                new Setbacks(session, plan.terms().bases(), paging, plan.once(), parts.time()),
                plan.terms().information(),
                plan.once(),
                parts.time().after(RelayMemory.span(plan.terms().source().relay())),
                parts.time(),
                parts.wall(),
                news,
                worker::reportHistory);
    }

    private WarmHistory warmHistory(RelaySession session, Paging paging, Confirmation confirmation) {
        int frameBytes = plan.terms().information().frameBytes(Information.FRAME_BYTES);
        Packing packing = Packing.of(
                plan.terms().information(), paging, plan.terms().source().owned());
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
}
