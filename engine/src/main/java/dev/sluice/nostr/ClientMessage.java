package dev.sluice.nostr;

import java.util.List;

/** What a client says to a relay. */
public sealed interface ClientMessage {

    /** EVENT: publish. */
    record Publish(Event event) implements ClientMessage {}

    /** REQ: open a subscription, or replace one of the same id. */
    record Req(SubscriptionId id, List<Filter> filters) implements ClientMessage {
        public Req {
            filters = List.copyOf(filters);
        }
    }

    /** CLOSE: end a subscription. */
    record Close(SubscriptionId id) implements ClientMessage {}

    /** COUNT (NIP-45). */
    record Count(SubscriptionId id, List<Filter> filters) implements ClientMessage {
        public Count {
            filters = List.copyOf(filters);
        }
    }

    /** AUTH (NIP-42): the signed answer to a challenge. */
    record Auth(Event event) implements ClientMessage {}

    /** NEG-OPEN (NIP-77); the payload is lower-case hex. */
    record NegOpen(SubscriptionId id, Filter filter, String payload) implements ClientMessage {}

    /** NEG-MSG (NIP-77); the payload is lower-case hex. */
    record NegMsg(SubscriptionId id, String payload) implements ClientMessage {}

    /** NEG-CLOSE (NIP-77). */
    record NegClose(SubscriptionId id) implements ClientMessage {}
}
