package dev.sluice.session;

import java.util.OptionalLong;

/** What a relay's complaint means, one record for each reaction. The relay's own words are kept for people. */
public sealed interface Refusal {

    /** The relay's words. */
    String text();

    /** What has to follow. */
    Reaction reaction();

    /** The reactions, by the names that the notes on relay software and the rule table use. */
    enum Reaction {
        RATE_LIMIT,
        TOO_MANY_QUERIES,
        SUBSCRIPTION_LIMIT,
        RETAINED_BYTES,
        FILTER_COUNT,
        FILTER_TOO_BIG,
        RESULTS_TOO_MANY,
        AUTH_REQUIRED,
        POLICY_PAUSE,
        TRANSIENT_ERROR,
        NEG_UNSUPPORTED,
        NEG_TOO_BIG,
        NEG_TOO_MANY,
        NEG_TIMEOUT,
        IGNORED
    }

    /** Too much in a time, whatever it was: pause everything, for the seconds that the relay named if it did. */
    record Rate(String text, OptionalLong waitSeconds) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.RATE_LIMIT;
        }
    }

    /** Queries came too fast: the same pause, and a wider spacing from then on. */
    record TooManyQueries(String text, OptionalLong waitSeconds) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.TOO_MANY_QUERIES;
        }
    }

    /** Too many subscriptions at once: hold fewer; the number is the relay's limit when it said one. */
    record SubscriptionLimit(String text, OptionalLong limit) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.SUBSCRIPTION_LIMIT;
        }
    }

    /** The filters of all open subscriptions weigh too much; the number is the limit in bytes. */
    record RetainedBytes(String text, OptionalLong bytes) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.RETAINED_BYTES;
        }
    }

    /** Too many filters in one request; the number is the limit. */
    record FilterCount(String text, OptionalLong limit) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.FILTER_COUNT;
        }
    }

    /**
     * One filter or message is too big.
     *
     * @param bytes the limit of a message, when the relay spoke of one
     * @param values the limit of the values in one filter, when the relay spoke of one
     */
    record TooBig(String text, OptionalLong bytes, OptionalLong values) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.FILTER_TOO_BIG;
        }
    }

    /** The answer would be too large or too slow; the number is the largest {@code limit} that the relay takes. */
    record TooManyResults(String text, OptionalLong limit) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.RESULTS_TOO_MANY;
        }
    }

    /** The relay wants to know who asks (NIP-42). */
    record AuthRequired(String text) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.AUTH_REQUIRED;
        }
    }

    /** The relay does not want this, and will not want it soon. */
    record Policy(String text) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.POLICY_PAUSE;
        }
    }

    /** The relay is in trouble of its own. */
    record Transient(String text) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.TRANSIENT_ERROR;
        }
    }

    /** The relay does no negentropy: remembered for days, history is paged. */
    record NegentropyUnsupported(String text) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.NEG_UNSUPPORTED;
        }
    }

    /** More items than the relay reconciles; the number is its cap when it said one. A narrower window helps. */
    record NegentropyTooBig(String text, OptionalLong items) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.NEG_TOO_BIG;
        }
    }

    /** Too many negentropy sessions at once; the number is the relay's limit when it said one. */
    record NegentropyTooMany(String text, OptionalLong sessions) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.NEG_TOO_MANY;
        }
    }

    /** The relay no longer knows the session: it may be opened once more. */
    record NegentropyExpired(String text) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.NEG_TIMEOUT;
        }
    }

    /** No refusal: an answer to our CLOSE, or small talk. */
    record Harmless(String text) implements Refusal {
        @Override
        public Reaction reaction() {
            return Reaction.IGNORED;
        }
    }

    /**
     * Words that no rule knows.
     *
     * @param reaction what is right for words of that kind: nothing after a NOTICE, a short rest after a refusal
     */
    record Unknown(String text, Reaction reaction) implements Refusal {}
}
