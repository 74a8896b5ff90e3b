package dev.sluice.sync;

import dev.sluice.budget.Demand;
import dev.sluice.budget.SlotClass;
import dev.sluice.intake.Receipt;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.session.Arrival;
import dev.sluice.session.Errand;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import dev.sluice.session.Turn;
import dev.sluice.task.TaskScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One batch of REQs by id, several in flight: all of them are known before the first one leaves, and when one fails the
 * whole batch is retired, so that everything in it can be asked for again (RULES 4.9).
 */
final class IdRequests {
    private static final Logger LOG = LoggerFactory.getLogger(IdRequests.class);

    private final RelaySession session;
    private final Filter base;
    private final SlotClass slotClass;
    private final SyncCounts counts;

    private final Queue<List<EventId>> waiting;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final Queue<Receipt> receipts = new ConcurrentLinkedQueue<>();
    private final Queue<Demand> demands = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Setback> setback = new AtomicReference<>();
    private final int parts;

    /** Counts the lines that have not ended; a batch that is retired waits for none of them. */
    private final CountDownLatch open;

    /** What one REQ brought that ended well. */
    record Answer(List<EventId> asked, Set<EventId> came) {}

    /**
     * A batch of REQs, one for each part.
     *
     * @param base events that do not meet it are dropped, whatever their id
     * @param inFlight so many at most are in flight or wait for a slot
     */
    IdRequests(
            RelaySession session,
            Filter base,
            SlotClass slotClass,
            Collection<List<EventId>> parts,
            int inFlight,
            SyncCounts counts) {
        this.session = session;
        this.base = base;
        this.slotClass = slotClass;
        this.counts = counts;
        this.waiting = new ConcurrentLinkedQueue<>(parts);
        this.parts = parts.size();
        this.open = new CountDownLatch(Math.min(inFlight, parts.size()));
    }

    /**
     * Blocks until every REQ has ended or, when one has failed, until those under way are closed. Those count as not
     * answered, though what has come for them is of use all the same.
     */
    List<Answer> run() throws InterruptedException {
        try (TaskScope threads = TaskScope.open(Thread.currentThread().getName())) {
            for (long i = open.getCount(); i > 0; i--) {
                new Line(threads).next();
            }
            open.await();
            if (setback() != null) {
                threads.cancel();
            }
            threads.join();
        } finally {
            demands.forEach(Demand::withdraw);
            Setback why = setback();
            LOG.debug(
                    "{}: {} of {} REQs by id answered{}",
                    Thread.currentThread().getName(),
                    answers.size(),
                    parts,
                    why == null ? "" : ", the batch is retired: " + why);
        }
        return new ArrayList<>(answers);
    }

    /** Of every REQ that was begun, whatever became of it; they may not be settled yet. */
    List<Receipt> receipts() {
        return List.copyOf(receipts);
    }

    /** Why the batch was retired; null when it was not. */
    @Nullable
    Setback setback() {
        return setback.get();
    }

    /** One REQ after the other, each from the moment that there is a slot for it. */
    private final class Line implements Errand {
        private final TaskScope threads;
        private List<EventId> ids = List.of();

        Line(TaskScope threads) {
            this.threads = threads;
        }

        void next() {
            List<EventId> part = setback() == null ? waiting.poll() : null;
            if (part == null) {
                open.countDown();
            } else {
                ids = part;
                demands.add(session.enqueue(slotClass, this, threads));
            }
        }

        @Override
        public void run(Turn.Ready ready) throws InterruptedException {
            boolean asked = false;
            try {
                if (setback() == null) {
                    ask(ids, ready);
                } else {
                    ready.slot().close();
                }
                asked = true;
            } finally {
                if (!asked) {
                    open.countDown();
                }
            }
            next();
        }

        @Override
        public void notStarted(Start.NotStarted why) {
            retire(new Setback.NotStarted(why));
        }
    }

    /** What has not begun is not sent; what is under way is interrupted, which closes it. */
    private void retire(Setback why) {
        if (setback.compareAndSet(null, why)) {
            demands.forEach(Demand::withdraw);
            while (open.getCount() > 0) {
                open.countDown();
            }
        }
    }

    private void ask(List<EventId> ids, Turn.Ready ready) throws InterruptedException {
        Set<EventId> set = new HashSet<>(ids);
        Filter asked = Filter.ALL.withIds(set).withLimit(OptionalInt.of(ids.size()));
        Filter accepted = base.withIds(set).withLimit(asked.limit());
        switch (session.send(ready, List.of(asked), List.of(accepted))) {
            case Start.Started started -> await(ids, started.request());
            case Start.NotStarted notStarted -> retire(new Setback.NotStarted(notStarted));
        }
    }

    private void await(List<EventId> ids, Request request) throws InterruptedException {
        try (request) {
            Terminal terminal = request.await();
            if (terminal instanceof Terminal.Eose) {
                answers.add(answer(ids, request));
            } else {
                retire(new Setback.Failed(terminal));
            }
        } finally {
            request.receipt().finish();
            receipts.add(request.receipt());
        }
    }

    private Answer answer(List<EventId> ids, Request request) {
        Set<EventId> came = new HashSet<>();
        for (Arrival arrival : request.arrivals().matched()) {
            came.add(arrival.id());
        }
        counts.fetched(came.size());
        return new Answer(ids, came);
    }
}
