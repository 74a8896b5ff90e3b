package dev.sluice.relay;

import java.util.Locale;

/**
 * The words of all refusals: a prefix of NIP-01, what is wanted of the client, and the number where there is one. They are
 * such that clients in use parse them (RULES 9.3), our own included.
 */
public enum Wording {
    MESSAGE_TOO_LONG("invalid: message exceeds max length %d bytes"),
    SUBSCRIPTION_ID_TOO_LONG("invalid: subscription id must have 1 to %d characters"),
    TOO_MANY_SUBSCRIPTIONS("blocked: too many subscriptions, no more than %d at a time"),
    TOO_MANY_FILTERS("blocked: REQ exceeds max filter count %d"),
    FIELD_TOO_BIG("invalid: values of %s weigh more than %d bytes"),
    REQUEST_TOO_BIG("invalid: REQ too big, its values weigh more than %d bytes"),
    TOO_MANY_RETAINED_BYTES("rate-limited: active subscriptions exceed max size %d bytes"),
    RELAY_RETAINS_TOO_MUCH("error: this relay is busy, it keeps %d bytes for its clients and no more: try again later"),

    TOO_MANY_MESSAGES("rate-limited: too many messages, no more than %d a minute"),
    TOO_MANY_QUERIES("rate-limited: too many queries, no more than %d a minute"),
    TOO_MANY_CONTINUATIONS("rate-limited: too many queries, no more than %d NEG-MSG a minute"),
    TOO_MANY_WRITES("rate-limited: too many events, no more than %d a minute"),

    EVENT_TOO_LONG("invalid: event exceeds max size %d bytes"),
    TOO_MANY_TAGS("invalid: event exceeds max tag count %d"),
    CONTENT_TOO_LONG("invalid: content exceeds max length %d characters"),
    TOO_OLD("invalid: created_at is more than %d seconds in the past"),
    TOO_NEW("invalid: created_at is more than %d seconds in the future"),
    UNWANTED("blocked: this relay does not take such events"),

    TOO_MANY_SESSIONS("rate-limited: too many negentropy subscriptions, no more than %d"),
    TOO_MANY_SESSIONS_IN_ALL("rate-limited: too many negentropy subscriptions on this relay, no more than %d in all"),
    TOO_MANY_ITEMS("blocked: too many query results, no more than %d"),
    UNKNOWN_SESSION("closed: unknown subscription handle"),
    PAYLOAD_IS_NOT_HEX("invalid: the payload is not lower-case hex"),

    TOO_SLOW("too slow: more than %d events or %d bytes wait for this client"),

    TOO_MANY_CONNECTIONS("too many connections to this relay, no more than %d: try again later"),
    TOO_MANY_CONNECTIONS_OF_ADDRESS("too many connections from your address, no more than %d"),
    TOO_MANY_CONNECTS("too many connections from your address, no more than %d a minute"),

    STALLED("too slow: nothing was read for %d seconds"),
    ARCHIVE_FAILED("error: the archive does not work");

    private final String template;

    Wording(String template) {
        this.template = template;
    }

    /** The words with their numbers in place. */
    public String text(Object... numbers) {
        return String.format(Locale.ROOT, template, numbers);
    }
}
