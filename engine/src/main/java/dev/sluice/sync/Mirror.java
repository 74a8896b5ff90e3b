package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.pace.DialGate;
import dev.sluice.plan.Demands;
import dev.sluice.session.RefusalClassifier;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import dev.sluice.wire.Dialer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;

/**
 * The engine's front door: mirrors relays into an archive, live and in history, as a plan says. Archive, catalogue, intake
 * and dialer stay their owners'; close the mirror before them.
 */
public final class Mirror implements Targets, AutoCloseable {
    /** History jobs under way at a time in the process; a relay has one (RULES 4.7). */
    private static final int HISTORY_JOBS = 8;

    private final Workers workers;

    private Mirror(Workers workers) {
        this.workers = workers;
    }

    /** Starts one worker for each source of the plan and returns at once. */
    public static Mirror start(
            MirrorPlan plan,
            EventArchive archive,
            Catalogue catalogue,
            Intake intake,
            Dialer dialer,
            Time time,
            WallClock wall,
            Metrics metrics) {
        Parts parts = new Parts(
                archive,
                catalogue,
                intake,
                dialer,
                new DialGate(time, metrics),
                new Semaphore(HISTORY_JOBS, true),
                new Semaphore(1, true),
                RefusalClassifier.standard(),
                Software.table(),
                time,
                wall,
                metrics);
        Workers workers = new Workers(plan, parts);
        workers.start();
        return new Mirror(workers);
    }

    @Override
    public void want(Map<RelayUrl, Demands> wanted) {
        workers.want(wanted);
    }

    /**
     * Goes on by another plan: relays that are new in it are dialled, relays that are not are left, and what else is
     * wanted of the others is taken up within a tick, so that only what is new is asked for. A relay has a new connection
     * only when it is ours or not, has another key, or may have another number of connections. Does not block.
     *
     * @throws IllegalArgumentException if this plan or the other ends with history
     */
    public void plan(MirrorPlan next) {
        workers.plan(next);
    }

    /**
     * Blocks until the history of every filter on every relay has ended once, well or not. In a plan that stays this may
     * take as long as a relay is out of reach. An interrupt ends the wait only.
     *
     * @throws dev.sluice.archive.ArchiveException when the archive failed
     */
    public List<WalkReport> awaitHistory() throws InterruptedException {
        List<WalkReport> reports = new ArrayList<>();
        for (RelayWorker worker : workers.now()) {
            try {
                reports.addAll(worker.history().get());
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
            }
        }
        return List.copyOf(reports);
    }

    /**
     * Blocks until every worker has ended: in a plan that stays only when one has failed.
     *
     * @throws dev.sluice.task.TaskFailedException when a worker failed
     */
    public void join() throws InterruptedException {
        workers.join();
    }

    /** Where it stands now. */
    public Progress snapshot() {
        return new Progress(workers.now().stream().map(RelayWorker::progress).toList());
    }

    /** The same in all that an operator may want to know. */
    public MirrorStatus status() {
        return new MirrorStatus(workers.now().stream()
                .flatMap(worker -> worker.status().stream())
                .toList());
    }

    /** Ends every connection in order and blocks until all threads have ended. Idempotent. */
    @Override
    public void close() {
        workers.close();
    }
}
