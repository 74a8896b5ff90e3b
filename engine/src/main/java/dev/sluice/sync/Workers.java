package dev.sluice.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demands;
import dev.sluice.sync.MirrorPlan.Source;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** The relays that a mirror keeps in step with, each with a worker of its own; they come and go. Any thread may call. */
final class Workers implements Targets, AutoCloseable {
    private final MirrorPlan plan;
    private final Parts parts;
    private final TaskScope scope = TaskScope.open("mirror");

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<RelayUrl, Running> running = new LinkedHashMap<>();

    private record Running(RelayWorker worker, Fork<RelayWorker> thread) {}

    Workers(MirrorPlan plan, Parts parts) {
        this.plan = plan;
        this.parts = parts;
    }

    /** Starts the workers of the plan's own sources. */
    void start() {
        lock.lock();
        try {
            if (!plan.demands().isEmpty()) {
                plan.sources().forEach(source -> start(source, plan.demands()));
            }
            if (plan.growing()) {
                scope.fork("growing", Workers::stay);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A mirror that grows has not ended when it has no relay. */
    private static Void stay() throws InterruptedException {
        new CountDownLatch(1).await();
        throw new IllegalStateException("nobody counts down");
    }

    @Override
    public void want(Map<RelayUrl, Demands> wanted) {
        lock.lock();
        try {
            for (RelayUrl relay : Set.copyOf(running.keySet())) {
                if (demands(relay, wanted).isEmpty()) {
                    leave(relay);
                }
            }
            for (RelayUrl relay : wanted.keySet()) {
                if (!running.containsKey(relay)) {
                    start(plan.source(relay), demands(relay, wanted));
                }
            }
            running.forEach((relay, known) -> known.worker().want(demands(relay, wanted)));
        } finally {
            lock.unlock();
        }
    }

    private Demands demands(RelayUrl relay, Map<RelayUrl, Demands> wanted) {
        Demands more = wanted.getOrDefault(relay, Demands.NONE);
        return plan.names(relay) ? plan.demands().and(more) : more;
    }

    @GuardedBy("lock")
    private void start(Source source, Demands demands) {
        RelayWorker worker = new RelayWorker(source, plan, demands, parts);
        Fork<RelayWorker> thread = scope.fork(source.relay().toString(), () -> {
            worker.run();
            return worker;
        });
        running.put(source.relay(), new Running(worker, thread));
    }

    /** Its connection ends in order. */
    @GuardedBy("lock")
    private void leave(RelayUrl relay) {
        Running left = running.remove(relay);
        if (left != null) {
            left.thread().cancel();
        }
    }

    /** Those of now, in the order of their coming. */
    List<RelayWorker> now() {
        lock.lock();
        try {
            return running.values().stream().map(Running::worker).toList();
        } finally {
            lock.unlock();
        }
    }

    void join() throws InterruptedException {
        scope.join();
    }

    /** Ends every connection in order and blocks until all threads have ended. Idempotent. */
    @Override
    public void close() {
        scope.close();
    }
}
