package dev.sluice.sync;

import dev.sluice.budget.SlotClass;
import dev.sluice.intake.Receipt;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.session.Arrival;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import dev.sluice.session.Turn;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
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
     */
    IdRequests(
            RelaySession session,
            Filter base,
            SlotClass slotClass,
            Collection<List<EventId>> parts,
            SyncCounts counts) {
        this.session = session;
        this.base = base;
        this.slotClass = slotClass;
        this.counts = counts;
        this.waiting = new ConcurrentLinkedQueue<>(parts);
    }

    /** Blocks until every REQ has ended or one has failed. */
    List<Answer> run(int inFlight) throws InterruptedException {
        try (TaskScope crew = TaskScope.open(Thread.currentThread().getName())) {
            Queue<Fork<?>> workers = new ArrayDeque<>();
            for (int i = 0; i < Math.min(inFlight, waiting.size()); i++) {
                workers.add(crew.fork("ids-" + i, this::work));
            }
            for (Fork<?> worker : workers) {
                var unused = worker.join();
            }
        }
        return new ArrayList<>(answers);
    }

    /** Why it was broken off; null when it was not. */
    @Nullable
    Setback setback() {
        return setback;
    }

    private @Nullable Void work() throws InterruptedException {
        List<EventId> next = waiting.poll();
        while (next != null && setback == null) {
            switch (session.awaitTurn(slotClass)) {
                case Turn.NotNow notNow -> setback = new Setback.NotStarted(notNow.why());
                case Turn.Ready ready -> ask(next, ready);
            }
            next = waiting.poll();
        }
        return null;
    }

    private void ask(List<EventId> ids, Turn.Ready ready) throws InterruptedException {
        Set<EventId> set = new HashSet<>(ids);
        Filter asked = Filter.ALL.withIds(set).withLimit(OptionalInt.of(ids.size()));
        Filter accepted = base.withIds(set).withLimit(asked.limit());
        switch (session.send(ready, List.of(asked), List.of(accepted))) {
            case Start.Started started -> await(ids, started.request());
            case Start.NotStarted notStarted -> setback = new Setback.NotStarted(notStarted);
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
                setback = new Setback.Failed(terminal);
            }
        }
    }
}
