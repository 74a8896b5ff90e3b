package dev.sluice.nostr;

/** A subscription id as it stood on the wire; scoped to one connection, possibly empty when a relay sends nonsense. */
public record SubscriptionId(String value) {

    /** The longest id that NIP-01 allows, in characters. */
    public static final int MAX_LENGTH = 64;

    @Override
    public String toString() {
        return value;
    }
}
