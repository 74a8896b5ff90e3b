package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Metrics;
import dev.sluice.pace.DialGate;
import dev.sluice.session.RefusalClassifier;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import dev.sluice.wire.Dialer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;

/**
 * The engine's front door: mirrors relays into an archive, live and in history, as a plan says. Archive, catalogue, intake
 * and dialer stay their owners'; close the mirror before them.
 */
public final class Mirror implements AutoCloseable {
    /** History jobs under way at a time in the process; a relay has one (RULES 4.7). */
    private static final int HISTORY_JOBS = 8;

    private final TaskScope scope = TaskScope.open("mirror");
    private final List<RelayWorker> workers;

    private Mirror(List<RelayWorker> workers) {
        this.workers = List.copyOf(workers);
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
        Mirror mirror = new Mirror(plan.sources().stream()
                .map(source -> new RelayWorker(source, plan, parts))
                .toList());
        mirror.run(plan);
        return mirror;
    }

    private void run(MirrorPlan plan) {
        for (int i = 0; i < workers.size(); i++) {
            RelayWorker worker = workers.get(i);
            scope.fork(plan.sources().get(i).relay().toString(), () -> {
                worker.run();
                return worker;
            });
        }
    }

    /**
     * Blocks until the history of every filter on every relay has ended once, well or not. In a plan that stays this may
     * take as long as a relay is out of reach. An interrupt ends the wait only.
     *
     * @throws dev.sluice.archive.ArchiveException when the archive failed
     */
    public List<WalkReport> awaitHistory() throws InterruptedException {
        List<WalkReport> reports = new ArrayList<>();
        for (RelayWorker worker : workers) {
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
        scope.join();
    }

    /** Where it stands now. */
    public Progress snapshot() {
        return new Progress(workers.stream().map(RelayWorker::progress).toList());
    }

    /** Ends every connection in order and blocks until all threads have ended. Idempotent. */
    @Override
    public void close() {
        scope.close();
    }
}
