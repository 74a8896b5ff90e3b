package dev.sluice.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.plan.Demands;
import dev.sluice.sync.MirrorPlan.Source;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The relays that a mirror keeps in step with, each with a worker of its own; they come and go. Any thread may call. */
final class Workers implements Targets, AutoCloseable {
    private final Parts parts;
    private final TaskScope scope = TaskScope.open("mirror");

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private MirrorPlan plan;

    /** Beyond the plan's own demands. */
    @GuardedBy("lock")
    private Map<RelayUrl, Demands> wanted = Map.of();

    @GuardedBy("lock")
    private final Map<RelayUrl, Running> running = new LinkedHashMap<>();

    /**
     * A relay's worker.
     *
     * @param terms of its plan: with others it needs a new connection
     */
    private record Running(RelayWorker worker, Terms terms, Fork<RelayWorker> thread) {}

    /** What a worker can't change while it runs. */
    private record Terms(Source source, int connections, Duration throttle) {}

    Workers(MirrorPlan plan, Parts parts) {
        this.plan = plan;
        this.parts = parts;
    }

    /** Starts the workers of the plan's own sources. */
    void start() {
        lock.lock();
        try {
            if (!plan.once()) {
                scope.fork("staying", Workers::stay);
            }
            settle();
        } finally {
            lock.unlock();
        }
    }

    /** A mirror that stays has not ended when it has no relay. */
    private static Void stay() throws InterruptedException {
        new CountDownLatch(1).await();
        throw new IllegalStateException("nobody counts down");
    }

    @Override
    public void want(Map<RelayUrl, Demands> more) {
        lock.lock();
        try {
            wanted = Map.copyOf(more);
            settle();
        } finally {
            lock.unlock();
        }
    }

    /** Goes on by another plan, with the least change. */
    void plan(MirrorPlan next) {
        lock.lock();
        try {
            if (plan.once() || next.once()) {
                throw new IllegalArgumentException("a mirror that ends has one plan");
            }
            plan = next;
            settle();
        } finally {
            lock.unlock();
        }
    }

    /** Those work whose relay something is wanted of, and know what. */
    @GuardedBy("lock")
    private void settle() {
        for (RelayUrl relay : Set.copyOf(running.keySet())) {
            if (demands(relay).isEmpty()) {
                leave(running.remove(relay));
            }
        }
        for (RelayUrl relay : relays()) {
            Demands demands = demands(relay);
            Terms terms = terms(relay);
            @Nullable Running known = running.get(relay);
            if (demands.isEmpty()) {
                continue;
            }
            if (known == null || !known.terms().equals(terms)) {
                leave(known);
                running.put(relay, start(terms, demands, known));
            } else {
                known.worker().want(demands);
            }
        }
    }

    /** The plan's own first, in its order. */
    @GuardedBy("lock")
    private Set<RelayUrl> relays() {
        Set<RelayUrl> relays = new LinkedHashSet<>();
        plan.sources().forEach(source -> relays.add(source.relay()));
        relays.addAll(wanted.keySet());
        return relays;
    }

    @GuardedBy("lock")
    private Demands demands(RelayUrl relay) {
        Demands more = wanted.getOrDefault(relay, Demands.NONE);
        return plan.names(relay) ? plan.demands().and(more) : more;
    }

    @GuardedBy("lock")
    private Terms terms(RelayUrl relay) {
        Source source = plan.source(relay);
        return new Terms(source, plan.connections(source), plan.throttle());
    }

    /** @param before who has worked for the relay on other terms, and may not have ended yet */
    @GuardedBy("lock")
    private Running start(Terms terms, Demands demands, @Nullable Running before) {
        RelayWorker worker = new RelayWorker(terms.source(), plan, demands, parts);
        Fork<RelayWorker> thread = scope.fork(terms.source().relay().toString(), () -> {
            if (before != null) {
                before.thread().awaitEnd();
            }
            worker.run();
            return worker;
        });
        return new Running(worker, terms, thread);
    }

    /** Its connection ends in order. */
    private static void leave(@Nullable Running left) {
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
