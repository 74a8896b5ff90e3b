package dev.sluice.sync;

import dev.sluice.budget.SlotClass;
import dev.sluice.intake.Receipt;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Filter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Walks stretches of history over one session: asks page after page, and confirms each once its events are durable. The
 * next page is asked as soon as the former has ended; at most two wait for the archive. Used by one thread.
 */
final class Pager {
    /** Pages of a relay that may be unsettled at a time (RULES 2.4). */
    private static final int UNSETTLED = 2;

    private final StoredQuery query;
    private final EmptyAnswers empties;
    private final Paging paging;
    private final Confirmation confirmation;
    private final RelayCounts counts;
    private final Consumer<Page> watcher;
    private final Metrics metrics;

    /**
     * @param empties judges walks that brought nothing
     * @param watcher sees every page that comes
     */
    Pager(
            StoredQuery query,
            EmptyAnswers empties,
            Paging paging,
            Confirmation confirmation,
            RelayCounts counts,
            Consumer<Page> watcher,
            Metrics metrics) {
        this.query = query;
        this.empties = empties;
        this.paging = paging;
        this.confirmation = confirmation;
        this.counts = counts;
        this.watcher = watcher;
        this.metrics = metrics;
    }

    /** How an attempt on a stretch ended. */
    sealed interface Outcome {
        record Ended(WalkEnd end) implements Outcome {}

        /** The relay answers with nothing, and would answer a filter that names less. */
        record TooWide() implements Outcome {}

        record Stopped(Setback setback) implements Outcome {}

        /** Something more urgent is due; what was walked is confirmed as far as it goes. */
        record Yielded() implements Outcome {}
    }

    /** One page that has ended and is not yet durable. */
    private record Unsettled(Receipt receipt, OptionalLong cursor) {}

    /** Blocks until the stretch is walked or can't go on; everything that came is then durable and confirmed. */
    Outcome walk(Base base, Stretch stretch, BooleanSupplier yields) throws InterruptedException {
        PageWalk walk = base.walk(stretch, paging);
        Outcome outcome =
                walk.isEmpty() ? new Outcome.Ended(WalkEnd.DRAINED) : new Attempt(base, stretch, walk).run(yields);
        if (outcome instanceof Outcome.Ended ended) {
            boolean drained = ended.end().confirms();
            metrics.count(drained ? Counter.WALKS_DRAINED : Counter.WALKS_UNDRAINED);
            if (drained) {
                confirmation.drained(base, stretch);
            }
        }
        return outcome;
    }

    private final class Attempt {
        private final Base base;
        private final Stretch stretch;
        private final PageWalk walk;
        private final Filter first;
        private final Deque<Unsettled> unsettled = new ArrayDeque<>();
        private boolean barren = true;

        Attempt(Base base, Stretch stretch, PageWalk walk) {
            this.base = base;
            this.stretch = stretch;
            this.walk = walk;
            this.first = walk.ask();
        }

        Outcome run(BooleanSupplier yields) throws InterruptedException {
            Outcome outcome = pages(yields);
            while (!unsettled.isEmpty()) {
                confirm(unsettled.removeFirst());
            }
            boolean drained =
                    outcome instanceof Outcome.Ended ended && ended.end().confirms();
            return drained && barren ? judged() : outcome;
        }

        private Outcome pages(BooleanSupplier yields) throws InterruptedException {
            SlotClass slotClass = SlotClass.HISTORIC_PAGE;
            while (!yields.getAsBoolean()) {
                while (unsettled.size() >= UNSETTLED) {
                    confirm(unsettled.removeFirst());
                }
                Filter filter = walk.ask();
                switch (query.ask(slotClass, filter)) {
                    case StoredQuery.Answer.Broken broken -> {
                        return new Outcome.Stopped(broken.setback());
                    }
                    case StoredQuery.Answer.Ended ended -> {
                        if (take(filter, ended) instanceof PageWalk.Step.Ended end) {
                            return new Outcome.Ended(end.reason());
                        }
                    }
                }
                slotClass = SlotClass.PAGINATION_PAGE;
            }
            return new Outcome.Yielded();
        }

        private PageWalk.Step take(Filter filter, StoredQuery.Answer.Ended answer) throws InterruptedException {
            Page page = answer.page();
            metrics.count(Counter.PAGES);
            counts.countPage();
            base.pageCame();
            confirmation.ended(answer.receipt());
            watcher.accept(page);
            if (!page.matched().isEmpty()) {
                barren = false;
                empties.shown(filter, answer.sample());
            }
            PageWalk.Step step = walk.observe(page);
            unsettled.add(new Unsettled(answer.receipt(), walk.cursor()));
            return step;
        }

        private void confirm(Unsettled page) throws InterruptedException {
            confirmation.paged(base, stretch, page.receipt(), page.cursor());
        }

        /** A walk that brought nothing at all: some relays answer so what they will not answer. */
        private Outcome judged() throws InterruptedException {
            if (stretch.kind() == Stretch.Kind.AGAIN) {
                empties.forget(first);
            }
            return switch (empties.judge(first)) {
                case EmptyAnswers.Verdict.Empty empty -> new Outcome.Ended(WalkEnd.DRAINED);
                case EmptyAnswers.Verdict.Hidden hidden -> new Outcome.Ended(WalkEnd.UNANSWERED);
                case EmptyAnswers.Verdict.TooWide wide -> new Outcome.TooWide();
                case EmptyAnswers.Verdict.Broken broken -> new Outcome.Stopped(broken.setback());
            };
        }
    }
}
