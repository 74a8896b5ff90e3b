package dev.sluice.sync;

import dev.sluice.budget.SlotClass;
import dev.sluice.intake.Receipt;
import dev.sluice.metrics.PageFetch;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.session.Arrivals;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import dev.sluice.session.Turn;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Asks for stored events with one REQ: a slot, its turn, a place among the history jobs of the process, and the wait for
 * the answer. Used by one thread.
 */
final class StoredQuery {
    private final RelaySession session;
    private final Semaphore places;

    /** @param places the history jobs of the whole process; one is held while a REQ is under way */
    StoredQuery(RelaySession session, Semaphore places) {
        this.session = session;
        this.places = places;
    }

    /** How it ended. */
    sealed interface Answer {
        /**
         * With EOSE.
         *
         * @param receipt of the page's events, which may not be durable yet
         * @param sample some event that came for it, whether it was asked for or not
         */
        record Ended(Page page, Receipt receipt, Optional<Event> sample) implements Answer {}

        record Broken(Setback setback) implements Answer {}
    }

    /** Blocks until the relay has answered or can't be asked. */
    Answer ask(SlotClass slotClass, Filter filter) throws InterruptedException {
        return ask(slotClass, filter, filter);
    }

    /**
     * The same, dropping events that do not meet what is accepted.
     *
     * @param accepted no wider than the filter
     */
    Answer ask(SlotClass slotClass, Filter filter, Filter accepted) throws InterruptedException {
        return switch (session.awaitTurn(slotClass)) {
            case Turn.NotNow notNow -> new Answer.Broken(new Setback.NotStarted(notNow.why()));
            case Turn.Ready ready -> ask(filter, accepted, ready);
        };
    }

    private Answer ask(Filter filter, Filter accepted, Turn.Ready ready) throws InterruptedException {
        Place place = Place.await(places, ready);
        try (place) {
            return switch (session.send(ready, List.of(filter), List.of(accepted))) {
                case Start.Started started -> answer(filter, started.request());
                case Start.NotStarted notStarted -> new Answer.Broken(new Setback.NotStarted(notStarted));
            };
        }
    }

    private static Answer answer(Filter filter, Request request) throws InterruptedException {
        PageFetch record = PageFetch.begun(filter.limit().orElse(0));
        try (request) {
            Terminal terminal = request.await();
            Arrivals arrivals = request.arrivals();
            record.ended(arrivals.matched().size());
            if (terminal instanceof Terminal.Eose eose) {
                Page page = new Page(arrivals, eose.hint(), eose.tainted());
                return new Answer.Ended(page, request.receipt(), request.sample());
            }
            return new Answer.Broken(new Setback.Failed(terminal));
        }
    }
}
