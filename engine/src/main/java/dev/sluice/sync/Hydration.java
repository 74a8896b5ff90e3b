package dev.sluice.sync;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Standing;
import dev.sluice.budget.SlotClass;
import dev.sluice.intake.Receipt;
import dev.sluice.negentropy.Ids;
import dev.sluice.nostr.EventId;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Terminal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Fetches events by id: first all of them in packed REQs, several in flight, then in small passes those that did not
 * come. What came is durable by the end. Used by one thread.
 */
final class Hydration {
    /** Filters of one batch, which is registered as a whole (RULES 8.4). */
    private static final int BATCH_FILTERS = 16;

    private final RelaySession session;
    private final EventArchive archive;
    private final Packing packing;
    private final Confirmation confirmation;
    private final SyncCounts counts;

    // mutable state
    private List<Receipt> unsettled = List.of();

    Hydration(
            RelaySession session, EventArchive archive, Packing packing, Confirmation confirmation, SyncCounts counts) {
        this.session = session;
        this.archive = archive;
        this.packing = packing;
        this.confirmation = confirmation;
        this.counts = counts;
    }

    /**
     * How it ended.
     *
     * @param setback why not everything was asked for; empty when it was
     * @param unavailable ids that the relay lists and does not send
     */
    record Outcome(Optional<Setback> setback, long unavailable) {}

    /** Blocks until every id was asked for and what came is durable, or the relay stood in the way. */
    Outcome fetch(Base base, Ids needed) throws InterruptedException {
        Recovery recovery = new Recovery();
        Optional<Setback> setback = hydrate(base, needed, recovery);
        if (setback.isEmpty()) {
            setback = recover(base, recovery);
        }
        for (Receipt receipt : unsettled) {
            confirmation.ended(receipt);
        }
        settle(base);
        return new Outcome(setback, recovery.missing());
    }

    private Optional<Setback> hydrate(Base base, Ids needed, Recovery recovery) throws InterruptedException {
        int at = 0;
        while (at < needed.size()) {
            int end = Math.min(needed.size(), at + BATCH_FILTERS * packing.ids());
            List<EventId> batch = unknown(base, needed, at, end);
            Pass pass = pass(base, SlotClass.HYDRATION, batch);
            recovery.add(batch.stream().filter(id -> !pass.came.contains(id)).toList());
            if (pass.setback.isPresent()) {
                return pass.setback;
            }
            at = end;
        }
        return Optional.empty();
    }

    private Optional<Setback> recover(Base base, Recovery recovery) throws InterruptedException {
        for (List<EventId> ids = recovery.next(); !ids.isEmpty(); ids = recovery.next()) {
            Pass pass = pass(base, SlotClass.RETRY, ids);
            if (pass.setback.isPresent()) {
                return pass.setback;
            }
            recovery.passed(ids, pass.came);
            if (!pass.came.isEmpty()) {
                packing.recovered();
            }
        }
        return Optional.empty();
    }

    private record Pass(Set<EventId> came, Optional<Setback> setback) {}

    /** Asks for ids in requests as large as they may be, in smaller ones when the relay finds them too large. */
    private Pass pass(Base base, SlotClass slotClass, List<EventId> ids) throws InterruptedException {
        Set<EventId> came = new HashSet<>();
        List<EventId> left = ids;
        while (!left.isEmpty()) {
            packing.carries(
                    RequestSizes.capped(Integer.MAX_VALUE, session.pace().retained()));
            List<EventId> batch = left.subList(0, Math.min(left.size(), BATCH_FILTERS * packing.ids()));
            Optional<Setback> setback = batch(base, slotClass, batch, came);
            if (setback.isEmpty()) {
                left = left.subList(batch.size(), left.size());
            } else if (isTooLarge(setback.get()) && packing.halve()) {
                left = left.stream().filter(id -> !came.contains(id)).toList();
            } else {
                return new Pass(came, setback);
            }
        }
        return new Pass(came, Optional.empty());
    }

    private Optional<Setback> batch(Base base, SlotClass slotClass, List<EventId> ids, Set<EventId> came)
            throws InterruptedException {
        IdRequests requests = new IdRequests(session, base.filter(), slotClass, packing.parts(ids), inFlight(), counts);
        for (IdRequests.Answer answer : requests.run()) {
            came.addAll(answer.came());
            packing.answered(answer.asked().size(), answer.came().size());
        }
        settle(base);
        unsettled = requests.receipts();
        return Optional.ofNullable(requests.setback());
    }

    /** Where all that is open is weighed together there is room for one request beside what is live. */
    private int inFlight() {
        return session.pace().retained().isKnown()
                ? 1
                : packing.inFlight(session.ledger().residual());
    }

    /** Waits for what was fetched before, so that not more than two batches wait for the archive. */
    private void settle(Base base) throws InterruptedException {
        for (Receipt receipt : unsettled) {
            confirmation.hydrated(base, receipt);
        }
        unsettled = List.of();
    }

    /** Those of which nothing is known here; what has gone for good is remembered without being fetched. */
    private List<EventId> unknown(Base base, Ids needed, int from, int to) throws InterruptedException {
        List<EventId> ids = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            ids.add(needed.get(i, EventId::new));
        }
        List<Standing> standings = archive.standing(ids);
        List<EventId> unknown = new ArrayList<>(ids.size());
        List<Refusals.Item> gone = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            switch (standings.get(i)) {
                case Standing.Held held -> {}
                case Standing.Unknown none -> unknown.add(ids.get(i));
                case Standing.Gone(long createdAt, Standing.Cause cause) ->
                    gone.add(new Refusals.Item(createdAt, ids.get(i), cause.reason(), 0));
            }
        }
        counts.skipped(gone.size());
        confirmation.refused(base, gone);
        return unknown;
    }

    private static boolean isTooLarge(Setback setback) {
        return setback instanceof Setback.Failed(Terminal.Refused(Refusal refusal))
                && (refusal instanceof Refusal.TooBig
                        || refusal instanceof Refusal.TooManyResults
                        || refusal instanceof Refusal.RetainedBytes);
    }
}
