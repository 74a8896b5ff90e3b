package dev.sluice.sync;

import dev.sluice.budget.SlotClass;
import dev.sluice.intake.Receipt;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.metrics.PageFetch;
import dev.sluice.nostr.Filter;
import dev.sluice.session.Arrivals;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import dev.sluice.session.Turn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Walks stretches of history over one session: asks page after page, and confirms each once its events are durable. The
 * next page is asked as soon as the former has ended; at most two wait for the archive. Used by one thread.
 */
final class Pager {
    /** Pages of a relay that may be unsettled at a time (RULES 2.4). */
    private static final int UNSETTLED = 2;

    private final RelaySession session;
    private final Semaphore places;
    private final Paging paging;
    private final Confirmation confirmation;
    private final RelayCounts counts;
    private final Consumer<Page> watcher;
    private final Metrics metrics;

    /**
     * @param places the history jobs of the whole process; one is held while a page is under way and never while waiting
     *     for a gate, a slot or a pause
     * @param watcher sees every page that comes
     */
    Pager(
            RelaySession session,
            Semaphore places,
            Paging paging,
            Confirmation confirmation,
            RelayCounts counts,
            Consumer<Page> watcher,
            Metrics metrics) {
        this.session = session;
        this.places = places;
        this.paging = paging;
        this.confirmation = confirmation;
        this.counts = counts;
        this.watcher = watcher;
        this.metrics = metrics;
    }

    /** How an attempt on a stretch ended. */
    sealed interface Outcome {
        record Ended(WalkEnd end) implements Outcome {}

        record Stopped(Setback setback) implements Outcome {}

        /** Something more urgent is due; what was walked is confirmed as far as it goes. */
        record Yielded() implements Outcome {}
    }

    private sealed interface Fetched {
        record Paged(Page page, Receipt receipt) implements Fetched {}

        record Broken(Setback setback) implements Fetched {}
    }

    /** One page that has ended and is not yet durable. */
    private record Unsettled(Receipt receipt, OptionalLong cursor) {}

    /** Blocks until the stretch is walked or can't go on; everything that came is then durable and confirmed. */
    Outcome walk(Base base, Stretch stretch, BooleanSupplier yields) throws InterruptedException {
        PageWalk walk = base.walk(stretch, paging);
        Deque<Unsettled> unsettled = new ArrayDeque<>();
        Outcome outcome =
                walk.isEmpty() ? new Outcome.Ended(WalkEnd.DRAINED) : pages(base, stretch, walk, unsettled, yields);
        while (!unsettled.isEmpty()) {
            confirm(base, stretch, unsettled.removeFirst());
        }
        if (outcome instanceof Outcome.Ended ended) {
            boolean drained = ended.end().confirms();
            metrics.count(drained ? Counter.WALKS_DRAINED : Counter.WALKS_UNDRAINED);
            if (drained) {
                confirmation.drained(base, stretch);
            }
        }
        return outcome;
    }

    private Outcome pages(Base base, Stretch stretch, PageWalk walk, Deque<Unsettled> unsettled, BooleanSupplier yields)
            throws InterruptedException {
        SlotClass slotClass = SlotClass.HISTORIC_PAGE;
        while (!yields.getAsBoolean()) {
            while (unsettled.size() >= UNSETTLED) {
                confirm(base, stretch, unsettled.removeFirst());
            }
            switch (fetch(walk.ask(), slotClass)) {
                case Fetched.Broken broken -> {
                    return new Outcome.Stopped(broken.setback());
                }
                case Fetched.Paged paged -> {
                    base.pageCame();
                    confirmation.ended(paged.receipt());
                    watcher.accept(paged.page());
                    PageWalk.Step step = walk.observe(paged.page());
                    unsettled.add(new Unsettled(paged.receipt(), walk.cursor()));
                    if (step instanceof PageWalk.Step.Ended ended) {
                        return new Outcome.Ended(ended.reason());
                    }
                }
            }
            slotClass = SlotClass.PAGINATION_PAGE;
        }
        return new Outcome.Yielded();
    }

    private void confirm(Base base, Stretch stretch, Unsettled page) throws InterruptedException {
        confirmation.paged(base, stretch, page.receipt(), page.cursor());
    }

    private Fetched fetch(Filter filter, SlotClass slotClass) throws InterruptedException {
        return switch (session.awaitTurn(slotClass)) {
            case Turn.NotNow notNow -> new Fetched.Broken(new Setback.NotStarted(notNow.why()));
            case Turn.Ready ready -> fetch(filter, ready);
        };
    }

    private Fetched fetch(Filter filter, Turn.Ready ready) throws InterruptedException {
        boolean placed = false;
        try {
            places.acquire();
            placed = true;
            return switch (session.send(ready, List.of(filter))) {
                case Start.Started started -> answer(filter, started.request());
                case Start.NotStarted notStarted -> new Fetched.Broken(new Setback.NotStarted(notStarted));
            };
        } finally {
            if (placed) {
                places.release();
            } else {
                ready.slot().close();
            }
        }
    }

    private Fetched answer(Filter filter, Request page) throws InterruptedException {
        PageFetch record = PageFetch.begun(filter.limit().orElse(0));
        try (page) {
            Terminal terminal = page.await();
            Arrivals arrivals = page.arrivals();
            record.ended(arrivals.matched().size());
            return switch (terminal) {
                case Terminal.Eose eose -> {
                    metrics.count(Counter.PAGES);
                    counts.countPage();
                    yield new Fetched.Paged(new Page(arrivals, eose.hint(), eose.tainted()), page.receipt());
                }
                case Terminal.Refused refused -> new Fetched.Broken(new Setback.Failed(refused));
                case Terminal.Idle idle -> new Fetched.Broken(new Setback.Failed(idle));
                case Terminal.Flooded flooded -> new Fetched.Broken(new Setback.Failed(flooded));
                case Terminal.Gone gone -> new Fetched.Broken(new Setback.Failed(gone));
            };
        }
    }
}
