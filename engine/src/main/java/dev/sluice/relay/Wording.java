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

    QUERY_TOO_SLOW("error: query too slow, narrow it: %d rows or %d seconds of reading were in vain"),

    AUTHENTICATED_ONLY("auth-required: this relay serves only who says who he is, authenticate first"),
    MEMBERS_ONLY("auth-required: this relay serves only its members, authenticate first"),
    NOT_A_MEMBER("restricted: this relay serves only its members"),
    KIND_NEEDS_AUTH("auth-required: events of kind %d are only for those they concern, authenticate first"),
    NOT_CONCERNED("restricted: events of kind %d are only for those they concern"),
    AUTHOR_NEEDS_AUTH("auth-required: only its author may publish this event (NIP-70), authenticate first"),
    NOT_THE_AUTHOR("restricted: only its author may publish this event (NIP-70)"),
    PROTECTED("blocked: only its author may publish this event (NIP-70), and this relay asks nobody to authenticate"),
    REPEATS_PROTECTED("blocked: it repeats an event that only its author may publish (NIP-70)"),
    NOBODY_ASKED("restricted: this relay asks nobody to authenticate"),
    WRONG_AUTH_KIND("invalid: an event that authenticates has kind %d"),
    WRONG_AUTH_TIME("invalid: created_at of the auth event is more than %d seconds from now"),
    WRONG_CHALLENGE("invalid: the challenge is not the one of this connection"),
    WRONG_RELAY("invalid: the relay tag is missing or names another relay"),
    WRONG_SIGNATURE("invalid: id or signature is wrong"),
    TOO_MANY_KEYS("restricted: no more than %d keys may authenticate on one connection"),

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
    TOO_MANY_PRIVATE_ITEMS("rate-limited: too many negentropy items, no more than %d"),
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
