package dev.sluice.sync;

import dev.sluice.budget.Limits;
import dev.sluice.intake.Lane;
import dev.sluice.nostr.EventId;
import java.util.ArrayList;
import java.util.List;

/**
 * How many ids go into one REQ, and how many REQs are in flight. An ids filter asks for as many events as it names, so a
 * page cap bounds it too (RULES 8.3). One thread uses it.
 */
final class Packing {
    /** Ids of 67 bytes each that fit a chunk of 32 KiB. */
    static final int MOST_IDS = 489;

    /** Until a larger page was seen, on a relay that says nothing of itself. */
    static final int UNDOCUMENTED_IDS = 100;

    /** REQs in flight on an owned relay: together no more events than a lane takes. */
    private static final int OWNED_REQUESTS = Lane.MAX_EVENTS / MOST_IDS;

    /** Serialised size of one id with its quotes and comma. */
    private static final int ID_BYTES = 67;

    private final int requests;

    // mutable state
    private int ids;
    private int shortAnswer;

    /**
     * @param most ids in one REQ to begin with
     * @param requests REQs in flight at most
     */
    Packing(int most, int requests) {
        this.ids = Math.max(1, most);
        this.requests = requests;
    }

    /** The packing that a relay's document calls for. */
    static Packing of(Information information, Paging paging, boolean owned) {
        int cap = information.documented() ? MOST_IDS : Math.max(UNDOCUMENTED_IDS, paging.largest());
        int page = information.maxLimit().orElse(MOST_IDS);
        int chunk = information.budgets().chunkBytes() / ID_BYTES;
        int requests = owned ? OWNED_REQUESTS : Limits.FOREIGN.requests();
        return new Packing(Math.min(Math.min(MOST_IDS, cap), Math.min(page, chunk)), requests);
    }

    int ids() {
        return ids;
    }

    /** REQs in flight: inside what the ledger leaves, and no more events than a lane takes. */
    int inFlight(int residual) {
        return Math.max(1, Math.min(Math.min(requests, residual), Lane.MAX_EVENTS / ids));
    }

    List<List<EventId>> parts(List<EventId> all) {
        List<List<EventId>> parts = new ArrayList<>();
        for (int at = 0; at < all.size(); at += ids) {
            parts.add(List.copyOf(all.subList(at, Math.min(all.size(), at + ids))));
        }
        return parts;
    }

    /** Notes how much an answer brought. */
    void answered(int asked, int came) {
        if (came < asked) {
            shortAnswer = Math.max(shortAnswer, came);
        }
    }

    /** What had not come at first came when asked again: the short answers were pages of a capped size. */
    void recovered() {
        if (shortAnswer > 0) {
            ids = Math.min(ids, shortAnswer);
        }
    }

    /** One REQ may have no more bytes than so many. */
    void carries(int bytes) {
        ids = Math.max(1, Math.min(ids, bytes / ID_BYTES));
    }

    /** After a refusal for size. False when it can't get smaller. */
    boolean halve() {
        boolean smaller = ids > 1;
        ids = Math.max(1, ids / 2);
        return smaller;
    }
}
