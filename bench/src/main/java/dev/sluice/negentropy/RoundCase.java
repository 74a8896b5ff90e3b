package dev.sluice.negentropy;

import java.util.SplittableRandom;

/** What the two sides of a measured round hold, and the frame limit of both in bytes. */
public enum RoundCase {
    EQUAL("equal", true, 0, 0, 0),
    FEW("50 + 50", true, 50, 50, 0),
    MANY("5,000 + 5,000", true, 5_000, 5_000, 0),
    MANY_FRAMED("5,000 + 5,000, 60,000", true, 5_000, 5_000, 60_000),
    EMPTY_AGAINST_FULL("empty against full, 60,000", false, 0, Integer.MAX_VALUE, 60_000);

    private final String label;
    private final boolean shares;
    private final int onlyHere;
    private final int onlyThere;
    private final int frameLimit;

    RoundCase(String label, boolean shares, int onlyHere, int onlyThere, int frameLimit) {
        this.label = label;
        this.shares = shares;
        this.onlyHere = onlyHere;
        this.onlyThere = onlyThere;
        this.frameLimit = frameLimit;
    }

    String label() {
        return label;
    }

    int frameLimit() {
        return frameLimit;
    }

    /** The initiator's set, when a full side has so many items. */
    ItemSet here(int items) {
        return set(shared(items), onlyHere(items), 2);
    }

    /** The responder's set. */
    ItemSet there(int items) {
        return set(shared(items), onlyThere(items), 3);
    }

    int onlyHere(int items) {
        return Math.min(onlyHere, items);
    }

    int onlyThere(int items) {
        return Math.min(onlyThere, items);
    }

    private int shared(int items) {
        return shares ? items - onlyThere(items) : 0;
    }

    /** Shared items from one seed, further ones from another, in order; an item about every two seconds. */
    private static ItemSet set(int shared, int more, long seed) {
        SplittableRandom common = new SplittableRandom(1);
        SplittableRandom own = new SplittableRandom(seed);
        ItemSet.Builder builder = ItemSet.builder(shared + more);
        int step = more == 0 ? Integer.MAX_VALUE : Math.max(1, (shared + more) / more);
        int left = more;
        for (int i = 0; i < shared || left > 0; i++) {
            long time = 1_600_000_000L + i * 2L;
            if (i < shared) {
                add(builder, time, common);
            }
            if (left > 0 && (i % step == 0 || i >= shared)) {
                add(builder, time + 1, own);
                left--;
            }
        }
        return builder.build();
    }

    private static void add(ItemSet.Builder builder, long time, SplittableRandom random) {
        builder.add(time, random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }
}
