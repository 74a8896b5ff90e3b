package dev.sluice.nostr;

import java.util.Collections;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The {@code limitation} of a NIP-11 document. What is absent, negative or no whole number is empty; what is above an
 * int is the largest int. Nothing says that a relay tells the truth.
 *
 * @param maxMessageLength bytes of one frame
 * @param defaultLimit the limit of a filter that has none
 * @param createdAtLowerLimit seconds before now; some relays send a moment instead
 * @param createdAtUpperLimit seconds after now; some relays send a moment instead
 * @param extensions bounds that NIP-11 has no field for, by the names that we write; none are read
 */
public record RelayLimitation(
        OptionalInt maxMessageLength,
        OptionalInt maxSubscriptions,
        OptionalInt maxLimit,
        OptionalInt defaultLimit,
        OptionalInt maxSubidLength,
        OptionalInt maxEventTags,
        OptionalInt maxContentLength,
        OptionalInt minPowDifficulty,
        boolean authRequired,
        boolean paymentRequired,
        boolean restrictedWrites,
        OptionalLong createdAtLowerLimit,
        OptionalLong createdAtUpperLimit,
        SortedMap<String, Long> extensions) {

    public RelayLimitation {
        extensions = Collections.unmodifiableSortedMap(new TreeMap<>(extensions));
    }

    /** Says nothing at all. */
    public static final RelayLimitation NONE = builder().build();

    public static Builder builder() {
        return new Builder();
    }

    /** Gathers what a document says, in any order. */
    public static final class Builder {

        private OptionalInt maxMessageLength = OptionalInt.empty();
        private OptionalInt maxSubscriptions = OptionalInt.empty();
        private OptionalInt maxLimit = OptionalInt.empty();
        private OptionalInt defaultLimit = OptionalInt.empty();
        private OptionalInt maxSubidLength = OptionalInt.empty();
        private OptionalInt maxEventTags = OptionalInt.empty();
        private OptionalInt maxContentLength = OptionalInt.empty();
        private OptionalInt minPowDifficulty = OptionalInt.empty();
        private boolean authRequired;
        private boolean paymentRequired;
        private boolean restrictedWrites;
        private OptionalLong createdAtLowerLimit = OptionalLong.empty();
        private OptionalLong createdAtUpperLimit = OptionalLong.empty();

        private final SortedMap<String, Long> extensions = new TreeMap<>();

        private Builder() {}

        public Builder maxMessageLength(int bytes) {
            maxMessageLength = OptionalInt.of(bytes);
            return this;
        }

        public Builder maxSubscriptions(int count) {
            maxSubscriptions = OptionalInt.of(count);
            return this;
        }

        public Builder maxLimit(int events) {
            maxLimit = OptionalInt.of(events);
            return this;
        }

        public Builder defaultLimit(int events) {
            defaultLimit = OptionalInt.of(events);
            return this;
        }

        public Builder maxSubidLength(int characters) {
            maxSubidLength = OptionalInt.of(characters);
            return this;
        }

        public Builder maxEventTags(int count) {
            maxEventTags = OptionalInt.of(count);
            return this;
        }

        public Builder maxContentLength(int characters) {
            maxContentLength = OptionalInt.of(characters);
            return this;
        }

        public Builder minPowDifficulty(int bits) {
            minPowDifficulty = OptionalInt.of(bits);
            return this;
        }

        public Builder authRequired(boolean required) {
            authRequired = required;
            return this;
        }

        public Builder paymentRequired(boolean required) {
            paymentRequired = required;
            return this;
        }

        public Builder restrictedWrites(boolean restricted) {
            restrictedWrites = restricted;
            return this;
        }

        public Builder createdAtLowerLimit(long seconds) {
            createdAtLowerLimit = OptionalLong.of(seconds);
            return this;
        }

        public Builder createdAtUpperLimit(long seconds) {
            createdAtUpperLimit = OptionalLong.of(seconds);
            return this;
        }

        /** A bound that NIP-11 has no field for. */
        public Builder extension(String field, long number) {
            extensions.put(field, number);
            return this;
        }

        public RelayLimitation build() {
            return new RelayLimitation(
                    maxMessageLength,
                    maxSubscriptions,
                    maxLimit,
                    defaultLimit,
                    maxSubidLength,
                    maxEventTags,
                    maxContentLength,
                    minPowDifficulty,
                    authRequired,
                    paymentRequired,
                    restrictedWrites,
                    createdAtLowerLimit,
                    createdAtUpperLimit,
                    extensions);
        }
    }
}
