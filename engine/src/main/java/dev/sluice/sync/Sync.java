package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.negentropy.Difference;
import dev.sluice.nostr.Filter;
import dev.sluice.pace.DialGate;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Tier;
import dev.sluice.session.RefusalClassifier;
import dev.sluice.session.RelayPace;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.Dialer.Dialed;
import java.util.concurrent.Semaphore;

/**
 * Reconciles an archive with one relay, once: negentropy where the relay does it, else pages. Archive, catalogue, intake
 * and dialer stay their owners'; close the sync before them. What is done stays done, so another sync does the rest.
 */
public final class Sync implements AutoCloseable {
    /** Connections in a row that moved nothing, after which it gives up. */
    private static final int FRUITLESS = 3;

    private final SyncPlan plan;
    private final Parts parts;
    private final Watcher watcher;
    private final RelayPace pace;
    private final SyncState state = new SyncState();
    private final TaskScope scope = TaskScope.open("sync");
    private final Fork<SyncReport> work;

    /** Hears what a sync finds, on its thread. */
    public interface Watcher {
        /** Something that a person should know, in one line. */
        void says(String line);

        /** What differs within one window, before it is moved. */
        void differs(Difference difference);
    }

    private Sync(SyncPlan plan, Parts parts, Watcher watcher) {
        this.plan = plan;
        this.parts = parts;
        this.watcher = watcher;
        this.pace = plan.source().owned()
                ? RelayPace.owned(parts.time(), parts.metrics())
                : RelayPace.foreign(parts.time(), parts.metrics());
        this.work = scope.fork("work", this::run);
    }

    /** Starts and returns at once. */
    public static Sync start(
            SyncPlan plan,
            EventArchive archive,
            Catalogue catalogue,
            Intake intake,
            Dialer dialer,
            Time time,
            WallClock wall,
            Metrics metrics,
            Watcher watcher) {
        Parts parts = new Parts(
                archive,
                catalogue,
                intake,
                dialer,
                new DialGate(time, metrics),
                new Semaphore(1),
                new Semaphore(1, true),
                RefusalClassifier.standard(),
                Software.table(),
                time,
                wall,
                metrics);
        return new Sync(plan, parts, watcher);
    }

    /**
     * Blocks until it has ended.
     *
     * @throws dev.sluice.task.TaskFailedException when the archive failed
     */
    public SyncReport await() throws InterruptedException {
        return work.join();
    }

    /** How far it is. */
    public SyncReport snapshot() {
        return state.report(false, "");
    }

    /** Ends the connection in order and blocks until all threads have ended. Idempotent. */
    @Override
    public void close() {
        scope.close();
    }

    private SyncReport run() throws InterruptedException {
        Base base = base(plan.filter());
        NegentropySupport support = NegentropySupport.of(plan.source().relay(), parts.catalogue(), parts.wall());
        parts.catalogue().met(plan.source().relay(), parts.wall().seconds());
        SyncEnd end = new SyncEnd.Again("", SyncEnd.REDIAL);
        for (int fruitless = 0; end instanceof SyncEnd.Again && fruitless < FRUITLESS; ) {
            long before = state.moved();
            end = connect(base, support);
            fruitless = state.moved() > before ? 0 : fruitless + 1;
            if (end instanceof SyncEnd.Again again && fruitless < FRUITLESS) {
                watcher.says(again.reason() + "; going on in " + again.pause().toSeconds() + " s");
                parts.time().sleep(again.pause());
            }
        }
        state.enter(SyncReport.Phase.ENDED);
        return switch (end) {
            case SyncEnd.Complete complete -> state.report(true, "");
            case SyncEnd.Incomplete incomplete -> state.report(false, incomplete.reason());
            case SyncEnd.Again again -> state.report(false, again.reason());
        };
    }

    private Base base(Filter filter) throws InterruptedException {
        return new Bases(
                        plan.source().relay(),
                        Demands.of(Demand.of(Tier.ESSENTIAL, filter)),
                        parts.archive(),
                        parts.time())
                .cut(Integer.MAX_VALUE)
                .get(0);
    }

    private SyncEnd connect(Base base, NegentropySupport support) throws InterruptedException {
        state.enter(SyncReport.Phase.DIALLING);
        parts.metrics().count(Counter.DIALS);
        return switch (parts.dialer().dial(plan.source().relay().uri())) {
            case Dialed.Failed failed ->
                new SyncEnd.Incomplete("no connection: " + failed.failure() + " " + failed.detail());
            case Dialed.Connected connected -> {
                Information information = Information.fetch(plan.source(), parts);
                information.pace(pace, plan.source().owned());
                int subscriptions = information.budgets().subscriptions();
                try (SessionScope open =
                        SessionScope.open(plan.source(), subscriptions, pace, connected.socket(), parts)) {
                    state.connected(open.session().traffic());
                    yield new SyncWork(plan, base, information, open.session(), parts, watcher, state).run(support);
                }
            }
        };
    }
}
