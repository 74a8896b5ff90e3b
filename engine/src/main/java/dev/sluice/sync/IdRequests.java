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
import org.jspecify.annotations.Nullable;

/**
 * One batch of REQs by id, several in flight: all of them are known before the first one leaves, and when one fails the
 * rest is not sent.
 */
final class IdRequests {
    private final RelaySession session;
    private final Filter base;
    private final SlotClass slotClass;
    private final SyncCounts counts;

    private final Queue<List<EventId>> waiting;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final Queue<Demand> demands = new ConcurrentLinkedQueue<>();
    private final CountDownLatch open;
    private volatile @Nullable Setback setback;

    /** What one REQ brought; the receipt may not be settled yet. */
    record Answer(List<EventId> asked, Set<EventId> came, Receipt receipt) {

        List<EventId> missing() {
            return asked.stream().filter(id -> !came.contains(id)).toList();
        }
    }

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
        this.open = new CountDownLatch(Math.min(inFlight, parts.size()));
    }

    /** Blocks until every REQ has ended or, when one has failed, those that were begun. */
    List<Answer> run() throws InterruptedException {
        try (TaskScope threads = TaskScope.open(Thread.currentThread().getName())) {
            for (long i = open.getCount(); i > 0; i--) {
                new Line(threads).next();
            }
            open.await();
            threads.join();
        } finally {
            demands.forEach(Demand::withdraw);
        }
        return new ArrayList<>(answers);
    }

    /** Why it was broken off; null when it was not. */
    @Nullable
    Setback setback() {
        return setback;
    }

    /** One REQ after the other, each from the moment that there is a slot for it. */
    private final class Line implements Errand {
        private final TaskScope threads;
        private List<EventId> ids = List.of();

        Line(TaskScope threads) {
            this.threads = threads;
        }

        void next() {
            List<EventId> part = setback == null ? waiting.poll() : null;
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
                if (setback == null) {
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
            breakOff(new Setback.NotStarted(why));
            open.countDown();
        }
    }

    /** What has not begun is not sent. */
    private void breakOff(Setback why) {
        setback = why;
        for (Demand demand : demands) {
            if (demand.withdraw()) {
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
            case Start.NotStarted notStarted -> breakOff(new Setback.NotStarted(notStarted));
        }
    }

    private void await(List<EventId> ids, Request request) throws InterruptedException {
        try (request) {
            Terminal terminal = request.await();
            Set<EventId> came = new HashSet<>();
            for (Arrival arrival : request.arrivals().matched()) {
                came.add(arrival.id());
            }
            counts.fetched(came.size());
            answers.add(new Answer(ids, came, request.receipt()));
            if (!(terminal instanceof Terminal.Eose)) {
                // what came before it broke off is of use all the same
                request.receipt().finish();
                breakOff(new Setback.Failed(terminal));
            }
        }
    }
}
