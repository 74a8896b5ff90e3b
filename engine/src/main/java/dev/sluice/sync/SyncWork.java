package dev.sluice.sync;

import dev.sluice.negentropy.Difference;
import dev.sluice.nostr.EventId;
import dev.sluice.session.RelaySession;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The work of a sync over one session: reconcile and move what differs, or page where the relay does no negentropy. */
final class SyncWork {
    /** Events without their OK on a relay that somebody else runs. */
    private static final int FOREIGN_IN_FLIGHT = 8;

    private static final int OWNED_IN_FLIGHT = 64;

    private final SyncPlan plan;
    private final Base base;
    private final Information information;
    private final RelaySession session;
    private final Parts parts;
    private final Sync.Watcher watcher;
    private final SyncState state;
    private final Paging paging;
    private final Confirmation confirmation;
    private final Hydration hydration;
    private final Upload upload;

    // mutable state
    private long unavailable;

    SyncWork(
            SyncPlan plan,
            Base base,
            Information information,
            RelaySession session,
            Parts parts,
            Sync.Watcher watcher,
            SyncState state) {
        this.plan = plan;
        this.base = base;
        this.information = information;
        this.session = session;
        this.parts = parts;
        this.watcher = watcher;
        this.state = state;
        this.paging = information.paging(List.of(base.filter()));
        this.confirmation = new Confirmation(parts.archive(), state.counts(), parts.time());
        this.hydration = new Hydration(
                session,
                parts.archive(),
                Packing.of(information, paging, plan.source().owned()),
                confirmation,
                state.counts().reconciled());
        int inFlight = plan.source().owned() ? OWNED_IN_FLIGHT : FOREIGN_IN_FLIGHT;
        this.upload = new Upload(
                session,
                parts.archive(),
                confirmation,
                state.counts().reconciled(),
                parts.time(),
                parts.metrics(),
                plan.patience(),
                inFlight);
    }

    /** Blocks until it is done or can't go on. */
    SyncEnd run(NegentropySupport support) throws InterruptedException {
        int frameBytes = information.frameBytes(plan.frameBytes());
        if (plan.paged()) {
            return page();
        }
        if (frameBytes == 0) {
            watcher.says("the relay's messages are too small for negentropy, paging");
            return page();
        }
        return reconcile(support, frameBytes);
    }

    private SyncEnd reconcile(NegentropySupport support, int frameBytes) throws InterruptedException {
        state.enter(SyncReport.Phase.RECONCILING);
        NegentropyRound.Terms terms = new NegentropyRound.Terms(frameBytes, plan.patience(), plan.patience());
        NegentropyHistory negentropy = new NegentropyHistory(
                new NegentropyRound(
                        session, parts.places(), terms, state.counts().reconciled()),
                support,
                parts.archive(),
                parts.intake()::generation,
                parts.wall(),
                parts.metrics());
        return switch (negentropy.run(base, this::move)) {
            case NegentropyHistory.Outcome.Stopped stopped -> SyncEnd.after(stopped.setback());
            case NegentropyHistory.Outcome.Unfit unfit -> {
                watcher.says(unfit.why() + "; paging instead");
                yield page();
            }
            case NegentropyHistory.Outcome.Reconciled reconciled -> reconciled(reconciled.start());
        };
    }

    private SyncEnd reconciled(long start) throws InterruptedException {
        if (unavailable > 0) {
            return new SyncEnd.Incomplete("the relay lists " + unavailable + " events that it does not send");
        }
        if (plan.direction().down()) {
            confirmation.reconciled(base, start);
        }
        return uploaded();
    }

    private SyncEnd uploaded() {
        long rejected = state.counts().reconciled().rejections();
        return rejected == 0
                ? new SyncEnd.Complete()
                : new SyncEnd.Incomplete("the relay did not take " + rejected + " events: " + upload.firstRejection());
    }

    /** What differs within one window. */
    private Optional<Setback> move(Difference difference) throws InterruptedException {
        state.found(difference);
        watcher.differs(difference);
        Optional<Setback> setback = Optional.empty();
        if (plan.direction().down()) {
            state.enter(SyncReport.Phase.DOWNLOADING);
            Hydration.Outcome outcome = hydration.fetch(base, difference.onlyThere());
            unavailable += outcome.unavailable();
            setback = outcome.setback();
        }
        if (setback.isEmpty() && plan.direction().up()) {
            state.enter(SyncReport.Phase.UPLOADING);
            setback = upload.send(base, difference.onlyHere());
        }
        state.enter(SyncReport.Phase.RECONCILING);
        return setback;
    }

    private SyncEnd page() throws InterruptedException {
        long now = parts.wall().seconds();
        return switch (plan.direction()) {
            case NONE -> new SyncEnd.Incomplete("without negentropy a difference can't be told without moving events");
            case DOWN -> download(Stretch.downwards(base.coverage(), now, information.overlapSeconds()), page -> {});
            case BOTH -> both(base.again(now));
            case UP -> offer(Set.of());
        };
    }

    /** All of it is paged, so that it is known what the relay lacks. */
    private SyncEnd both(Stretch everything) throws InterruptedException {
        Set<EventId> held = new HashSet<>();
        SyncEnd end = download(everything, page -> page.matched().forEach(arrival -> held.add(arrival.id())));
        return end instanceof SyncEnd.Complete ? offer(held) : end;
    }

    private SyncEnd download(Stretch stretch, Consumer<Page> pages) throws InterruptedException {
        state.enter(SyncReport.Phase.PAGING);
        StoredQuery query = new StoredQuery(session, parts.places());
        EmptyAnswers empties = new EmptyAnswers(query, parts.archive(), information.software());
        Pager pager = new Pager(query, empties, paging, confirmation, state.counts(), pages, parts.metrics());
        return switch (pager.walk(base, stretch, () -> false)) {
            case Pager.Outcome.Stopped stopped -> SyncEnd.after(stopped.setback());
            case Pager.Outcome.TooWide wide ->
                new SyncEnd.Incomplete("the relay answers with nothing what names so many values");
            case Pager.Outcome.Yielded yielded -> throw new IllegalStateException("nothing asked it to yield");
            case Pager.Outcome.Ended ended ->
                ended.end().confirms()
                        ? new SyncEnd.Complete()
                        : new SyncEnd.Incomplete("paging ended with " + ended.end());
        };
    }

    private SyncEnd offer(Set<EventId> held) throws InterruptedException {
        state.enter(SyncReport.Phase.UPLOADING);
        Optional<Setback> setback = upload.sendAllBut(base, held);
        return setback.isPresent() ? SyncEnd.after(setback.get()) : uploaded();
    }
}
