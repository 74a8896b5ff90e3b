package dev.sluice.negentropy;

/** The ways to hold the items of a side. */
public enum ViewKind {
    /** Sealed, with prefix sums. */
    SEALED,
    /** A snapshot of a live set. */
    LIVE,
    /** Sealed, and every fingerprint walks its range. */
    WALK;

    ItemView of(ItemSet items) {
        return switch (this) {
            case SEALED -> items;
            case LIVE -> {
                LiveItems live = new LiveItems();
                live.fill(items);
                yield live.snapshot();
            }
            case WALK -> new WalkingItems(items);
        };
    }
}
