package dev.sluice.archive;

/** What the archive did with an event. */
public sealed interface Verdict {

    /** Kept, durable and served. */
    record Stored() implements Verdict {}

    /** Held already. */
    record Duplicate() implements Verdict {}

    /** A newer version of its address is or was held (NIP-01: higher created_at, then lowest id). */
    record Superseded() implements Verdict {}

    /** Its author has asked for its deletion (NIP-09). */
    record Deleted() implements Verdict {}

    /** Past its expiration (NIP-40). */
    record Expired() implements Verdict {}

    /** Its author has vanished since (NIP-62). */
    record Vanished() implements Verdict {}

    /** Of an ephemeral kind: passed on live, never kept. */
    record Ephemeral() implements Verdict {}

    /** Refused by a policy, with a reason from a fixed vocabulary and words for a person. */
    record Refused(String reason, String detail) implements Verdict {}
}
