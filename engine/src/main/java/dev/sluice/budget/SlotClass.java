package dev.sluice.budget;

import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Gauge;

/** What a slot is used for; metrics and logs show these names. The rank decides who is served first (RULES 4.1). */
public enum SlotClass {
    LIVE(Rank.LIVE, Counter.SLOTS_LIVE, Gauge.SLOTS_LIVE),
    HINT_VERIFICATION(Rank.MARGIN, Counter.SLOTS_HINT_VERIFICATION, Gauge.SLOTS_HINT_VERIFICATION),
    RETRY(Rank.MARGIN, Counter.SLOTS_RETRY, Gauge.SLOTS_RETRY),
    EXACT_ID(Rank.MARGIN, Counter.SLOTS_EXACT_ID, Gauge.SLOTS_EXACT_ID),
    PROBE(Rank.MARGIN, Counter.SLOTS_PROBE, Gauge.SLOTS_PROBE),
    AUTH_RETRY(Rank.MARGIN, Counter.SLOTS_AUTH_RETRY, Gauge.SLOTS_AUTH_RETRY),
    HISTORIC_PAGE(Rank.TRANSIENT, Counter.SLOTS_HISTORIC_PAGE, Gauge.SLOTS_HISTORIC_PAGE),
    PAGINATION_PAGE(Rank.TRANSIENT, Counter.SLOTS_PAGINATION_PAGE, Gauge.SLOTS_PAGINATION_PAGE),
    HYDRATION(Rank.TRANSIENT, Counter.SLOTS_HYDRATION, Gauge.SLOTS_HYDRATION),
    SEMANTIC_FALLBACK(Rank.TRANSIENT, Counter.SLOTS_SEMANTIC_FALLBACK, Gauge.SLOTS_SEMANTIC_FALLBACK),
    NEGENTROPY(Rank.TRANSIENT, Counter.SLOTS_NEGENTROPY, Gauge.SLOTS_NEGENTROPY),
    MAILBOX(Rank.TRANSIENT, Counter.SLOTS_MAILBOX, Gauge.SLOTS_MAILBOX),
    ROTATION(Rank.TRANSIENT, Counter.SLOTS_ROTATION, Gauge.SLOTS_ROTATION);

    private final Rank rank;
    private final Counter granted;
    private final Gauge held;

    SlotClass(Rank rank, Counter granted, Gauge held) {
        this.rank = rank;
        this.granted = granted;
        this.held = held;
    }

    public Rank rank() {
        return rank;
    }

    /** Counts the slots of this class that were ever granted. */
    public Counter granted() {
        return granted;
    }

    /** Shows how many are held now. */
    public Gauge held() {
        return held;
    }

    /** Who is served first, highest first. */
    public enum Rank {
        LIVE,
        MARGIN,
        TRANSIENT
    }
}
