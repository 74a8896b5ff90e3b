package dev.sluice.nostr;

import java.util.OptionalLong;

/** What a relay says to a client. */
public sealed interface RelayMessage {

    /** EVENT: an event for a subscription. */
    record Delivery(SubscriptionId id, Event event) implements RelayMessage {}

    /** EOSE: the stored events have been sent, with the hint of NIP-67 when there is one. */
    record Eose(SubscriptionId id, Hint hint) implements RelayMessage {}

    /** What an EOSE says of paging (NIP-67): nothing, "no more", or "page on". */
    enum Hint {
        NONE,
        FINISH,
        MORE
    }

    /** CLOSED: the relay ended a subscription or refused it; the id may be empty when a relay gave none. */
    record Closed(SubscriptionId id, String text) implements RelayMessage {}

    /** NOTICE: words for a person, at times the only form of a refusal. */
    record Notice(String text) implements RelayMessage {}

    /** OK: what became of a published event; the id stays text, for some relays send nonsense. */
    record Ok(String eventId, boolean accepted, String text) implements RelayMessage {}

    /** AUTH: a challenge (NIP-42). */
    record Challenge(String challenge) implements RelayMessage {}

    /** COUNT: the answer to a COUNT (NIP-45). */
    record Counted(SubscriptionId id, long count) implements RelayMessage {}

    /** NEG-MSG (NIP-77); the payload is lower-case hex. */
    record NegMsg(SubscriptionId id, String payload) implements RelayMessage {}

    /** NEG-ERR (NIP-77), with the largest number of records the relay reconciles when it said so. */
    record NegErr(SubscriptionId id, String text, OptionalLong cap) implements RelayMessage {}
}
