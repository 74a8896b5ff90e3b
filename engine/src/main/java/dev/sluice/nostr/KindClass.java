package dev.sluice.nostr;

/** How long events of a kind live, by NIP-01. Unclassified kinds are regular. */
public enum KindClass {
    REGULAR,
    REPLACEABLE,
    EPHEMERAL,
    ADDRESSABLE;

    /** The class of a kind. */
    public static KindClass of(int kind) {
        if (kind >= 30_000 && kind < 40_000) {
            return ADDRESSABLE;
        }
        if (kind >= 20_000 && kind < 30_000) {
            return EPHEMERAL;
        }
        boolean replaceable = kind == 0 || kind == 3 || (kind >= 10_000 && kind < 20_000);
        return replaceable ? REPLACEABLE : REGULAR;
    }
}
