package dev.sluice.session;

import java.util.OptionalLong;

/** What a relay's complaint means, one record for each reaction. The relay's own words are kept for people. */
public sealed interface Refusal {

    /** The relay's words. */
    String text();

    /** Too fast: widen spacing, pause everything for a while. */
    record Rate(String text) implements Refusal {}

    /** Too many subscriptions at once: hold fewer; the number is the relay's limit when it said one. */
    record SubscriptionLimit(String text, OptionalLong limit) implements Refusal {}

    /** The filters of all open subscriptions weigh too much; the number is the limit in bytes. */
    record RetainedBytes(String text, OptionalLong bytes) implements Refusal {}

    /** Too many filters in one request. */
    record FilterCount(String text, OptionalLong limit) implements Refusal {}

    /** One filter or message is too big; the number is the limit of a message in bytes. */
    record TooBig(String text, OptionalLong bytes) implements Refusal {}

    /** A limit above the relay's was refused instead of lowered. */
    record LimitTooHigh(String text, OptionalLong limit) implements Refusal {}

    /** The answer would be too large or too slow. */
    record TooManyResults(String text) implements Refusal {}

    /** The relay wants to know who asks (NIP-42). */
    record AuthRequired(String text) implements Refusal {}

    /** The relay does not want this, and will not want it soon. */
    record Policy(String text) implements Refusal {}

    /** The relay is in trouble of its own. */
    record Transient(String text) implements Refusal {}

    /** The relay does no negentropy: remembered for days, history is paged. */
    record NegentropyUnsupported(String text) implements Refusal {}

    /** More items than the relay reconciles; the number is its cap when it said one. A narrower window helps. */
    record NegentropyTooBig(String text, OptionalLong items) implements Refusal {}

    /** Too many negentropy sessions at once; the number is the relay's limit when it said one. */
    record NegentropyTooMany(String text, OptionalLong sessions) implements Refusal {}

    /** The relay no longer knows the session: it may be opened once more. */
    record NegentropyExpired(String text) implements Refusal {}

    /** No refusal: an answer to our CLOSE, or small talk. */
    record Harmless(String text) implements Refusal {}

    /** Words that no rule knows. */
    record Unknown(String text) implements Refusal {}
}
