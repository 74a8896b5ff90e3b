package dev.sluice.session;

import dev.sluice.metrics.Counter;
import java.util.OptionalLong;

/** What a relay's complaint means, one record for each reaction. The relay's own words are kept for people. */
public sealed interface Refusal {

    /** The relay's words. */
    String text();

    /** What has to follow. */
    default Reaction reaction() {
        return switch (this) {
            case Rate rate -> Reaction.RATE_LIMIT;
            case TooManyQueries queries -> Reaction.TOO_MANY_QUERIES;
            case SubscriptionLimit limit -> Reaction.SUBSCRIPTION_LIMIT;
            case RetainedBytes retained -> Reaction.RETAINED_BYTES;
            case FilterCount count -> Reaction.FILTER_COUNT;
            case TooBig big -> Reaction.FILTER_TOO_BIG;
            case TooManyResults results -> Reaction.RESULTS_TOO_MANY;
            case AuthRequired auth -> Reaction.AUTH_REQUIRED;
            case Policy policy -> Reaction.POLICY_PAUSE;
            case InvalidFilter invalid -> invalid.noted();
            case Transient trouble -> Reaction.TRANSIENT_ERROR;
            case NegentropyUnsupported unsupported -> Reaction.NEG_UNSUPPORTED;
            case NegentropyTooBig big -> Reaction.NEG_TOO_BIG;
            case NegentropyTooMany many -> Reaction.NEG_TOO_MANY;
            case NegentropyExpired expired -> Reaction.NEG_TIMEOUT;
            case Harmless harmless -> Reaction.IGNORED;
            case Unknown unknown -> unknown.usual();
        };
    }

    /** The reactions, by the names that the notes on relay software and the rule table use. */
    enum Reaction {
        RATE_LIMIT(Counter.REFUSALS_RATE_LIMIT),
        TOO_MANY_QUERIES(Counter.REFUSALS_TOO_MANY_QUERIES),
        SUBSCRIPTION_LIMIT(Counter.REFUSALS_SUBSCRIPTION_LIMIT),
        RETAINED_BYTES(Counter.REFUSALS_RETAINED_BYTES),
        FILTER_COUNT(Counter.REFUSALS_FILTER_COUNT),
        FILTER_TOO_BIG(Counter.REFUSALS_FILTER_TOO_BIG),
        RESULTS_TOO_MANY(Counter.REFUSALS_RESULTS_TOO_MANY),
        AUTH_REQUIRED(Counter.REFUSALS_AUTH_REQUIRED),
        POLICY_PAUSE(Counter.REFUSALS_POLICY_PAUSE),
        TRANSIENT_ERROR(Counter.REFUSALS_TRANSIENT_ERROR),
        NEG_UNSUPPORTED(Counter.REFUSALS_NEG_UNSUPPORTED),
        NEG_TOO_BIG(Counter.REFUSALS_NEG_TOO_BIG),
        NEG_TOO_MANY(Counter.REFUSALS_NEG_TOO_MANY),
        NEG_TIMEOUT(Counter.REFUSALS_NEG_TIMEOUT),
        IGNORED(Counter.REFUSALS_IGNORED);

        private final Counter counter;

        Reaction(Counter counter) {
            this.counter = counter;
        }

        /** Counts the refusals that called for this. */
        Counter counter() {
            return counter;
        }
    }

    /** Too much in a time, whatever it was: pause everything, for the seconds that the relay named if it did. */
    record Rate(String text, OptionalLong waitSeconds) implements Refusal {}

    /**
     * Queries came too fast: the same pause, and a wider spacing from then on.
     *
     * @param countsFilters whether the relay is known to count filters instead of requests
     */
    record TooManyQueries(String text, OptionalLong waitSeconds, boolean countsFilters) implements Refusal {}

    /** Too many subscriptions at once: hold fewer; the number is the relay's limit when it said one. */
    record SubscriptionLimit(String text, OptionalLong limit) implements Refusal {}

    /** The filters of all open subscriptions weigh too much; the number is the limit in bytes. */
    record RetainedBytes(String text, OptionalLong bytes) implements Refusal {}

    /** Too many filters in one request; the number is the limit. */
    record FilterCount(String text, OptionalLong limit) implements Refusal {}

    /**
     * One filter or message is too big.
     *
     * @param bytes the limit of a message, when the relay spoke of one
     * @param values the limit of the values in one filter, when the relay spoke of one
     */
    record TooBig(String text, OptionalLong bytes, OptionalLong values) implements Refusal {}

    /** The answer would be too large or too slow; the number is the largest {@code limit} that the relay takes. */
    record TooManyResults(String text, OptionalLong limit) implements Refusal {}

    /** The relay wants to know who asks (NIP-42). */
    record AuthRequired(String text) implements Refusal {}

    /** The relay has decided that it does not want this, and will not want it soon. */
    record Policy(String text) implements Refusal {}

    /**
     * The relay takes no filter of this form, whoever asks: another filter may pass, so nothing pauses, and this one is not
     * sent again over the connection.
     *
     * @param noted what the notes on relay software call for, which tell no form from a decision
     */
    record InvalidFilter(String text, Reaction noted) implements Refusal {}

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

    /**
     * Words that no rule knows.
     *
     * @param usual what is right for words from there: nothing after a NOTICE, a short rest after a refusal
     */
    record Unknown(String text, Reaction usual) implements Refusal {}
}
