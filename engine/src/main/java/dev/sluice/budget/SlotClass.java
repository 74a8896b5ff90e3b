package dev.sluice.budget;

/** What a slot is used for; metrics and logs show these names. The rank decides who is served first (RULES 4.1). */
public enum SlotClass {
    LIVE(Rank.LIVE),
    HINT_VERIFICATION(Rank.MARGIN),
    RETRY(Rank.MARGIN),
    EXACT_ID(Rank.MARGIN),
    PROBE(Rank.MARGIN),
    AUTH_RETRY(Rank.MARGIN),
    HISTORIC_PAGE(Rank.TRANSIENT),
    PAGINATION_PAGE(Rank.TRANSIENT),
    HYDRATION(Rank.TRANSIENT),
    SEMANTIC_FALLBACK(Rank.TRANSIENT),
    NEGENTROPY(Rank.TRANSIENT),
    MAILBOX(Rank.TRANSIENT),
    ROTATION(Rank.TRANSIENT);

    private final Rank rank;

    SlotClass(Rank rank) {
        this.rank = rank;
    }

    public Rank rank() {
        return rank;
    }

    /** Who is served first, highest first. */
    public enum Rank {
        LIVE,
        MARGIN,
        TRANSIENT
    }
}
