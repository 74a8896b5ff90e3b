package dev.sluice.sync;

import dev.sluice.metrics.Counter;
import dev.sluice.plan.Chunk;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Signal;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The live coverage of one connection, from its first request to the connection's end. The worker's thread runs it.
 */
final class LiveConnection {
    /** A further connection whose live requests were refused so often in a row is of no use. */
    private static final int USELESS = 3;

    /**
     * What a connection begins with.
     *
     * @param learned what earlier ones were taught
     */
    record Terms(MirrorPlan.Source source, Bases bases, Information information, Learned learned) {
        /** Slots of its ledger. */
        int subscriptions() {
            return learned.subscriptions(information.budgets());
        }
    }

    private final Terms terms;
    private final Share share;
    private final RelaySession session;
    private final Parts parts;
    private final RelayCounts counts;
    private final LiveCoverage live;
    private final LiveUpkeep upkeep;

    /** @param warning takes what an operator has to know */
    LiveConnection(
            Terms terms, Share share, RelaySession session, RelayCounts counts, Parts parts, Consumer<String> warning) {
        this.terms = terms;
        this.share = share;
        this.session = session;
        this.parts = parts;
        this.counts = counts;
        this.live = new LiveCoverage(session, counts);
        TierUpkeep tiers = new TierUpkeep(session, counts, parts.time());
        this.upkeep = new LiveUpkeep(terms, share, session, live, tiers, parts, warning);
        share.runs(session);
        counts.follow(session.traffic());
    }

    /** Opens it, or what has to take its place. Blocks until it is known whether it is live. */
    void open() throws InterruptedException {
        if (!live.isOpen()) {
            share.entered(Progress.State.OPENING);
        }
        upkeep.open();
        Progress.State now = live.isOpen() ? Progress.State.LIVE : Progress.State.HISTORY_ONLY;
        share.shows(now, upkeep.isWhole(), upkeep.rest(), upkeep.rotating());
    }

    /** Nothing but what comes from now on is missing. */
    void beginWithoutGap() {
        var unused = upkeep.takeGap();
    }

    /**
     * Blocks for what comes next and does what follows from it.
     *
     * @param growing whether what is wanted may change meanwhile
     * @param tick done before it is looked whether that has changed
     * @return the end of the connection, if that is what came
     */
    Optional<Signal.Ended> next(boolean growing, Tick tick) throws InterruptedException {
        Optional<Signal> signal = session.awaitSignal(nextNanos(growing || share.isShared()));
        if (signal.isPresent() && signal.get() instanceof Signal.Ended ended) {
            return Optional.of(ended);
        }
        if (signal.isPresent()) {
            heed(signal.get());
        }
        tick.tick();
        if (share.hasChanged()) {
            upkeep.wanted();
        }
        // what is broken is mended before it is told what came of it
        if (parts.time().reached(upkeep.retryNanos())) {
            open();
        }
        oweGap();
        if (!share.isFirst() && !share.hasKept() && upkeep.failures() >= USELESS) {
            unwelcome("its subscriptions were refused");
        }
        return Optional.empty();
    }

    /** What else is to be done whenever something may have changed. */
    @FunctionalInterface
    interface Tick {
        void tick() throws InterruptedException;
    }

    /** If something was not live for a while, what came meanwhile is owed. */
    void oweGap() {
        if (upkeep.takeGap()) {
            parts.metrics().count(Counter.DEBTS);
            share.owe();
        }
    }

    private long nextNanos(boolean ticks) {
        long tick = parts.time().after(Rotation.TICK);
        long retry = upkeep.retryNanos();
        return ticks && tick - retry < 0 ? tick : retry;
    }

    /** Closes what is open, for good, and tells what there was. */
    List<Chunk> close() {
        upkeep.close();
        counts.unfollow(session.traffic());
        return upkeep.all();
    }

    /** What refusals have taught by now. */
    Learned learned() {
        return upkeep.learned();
    }

    private void heed(Signal signal) throws InterruptedException {
        switch (signal) {
            case Signal.LiveLost lost -> upkeep.lost(lost.request());
            case Signal.Shrunk shrunk -> shrunk();
            case Signal.Capped capped -> {
                remember(
                        RelayMemory.RETAINED_BYTES,
                        session.pace().retained().bytes().orElseThrow());
                upkeep.bearsLess();
            }
            case Signal.Unwelcome unwelcome -> unwelcome(unwelcome.refusal().text());
            case Signal.Ended ended -> {}
        }
    }

    /** Where there are several connections the relay may count over all of them: that teaches nothing of one alone. */
    private void shrunk() throws InterruptedException {
        if (share.isFirst() && share.isShared()) {
            share.standsAlone("it bears fewer subscriptions than on one");
            session.close();
            return;
        }
        if (share.isFirst()) {
            int most = session.ledger().budget();
            upkeep.learn(Learned.NOTHING.bears(most));
            remember(RelayMemory.MAX_SUBSCRIPTIONS, most);
        }
        upkeep.bearsLess();
    }

    private void unwelcome(String words) throws InterruptedException {
        share.refused(words);
        session.close();
    }

    private void remember(String topic, long most) throws InterruptedException {
        RelayMemory.remember(parts.catalogue(), terms.source().relay(), topic, most, parts.wall());
    }
}
