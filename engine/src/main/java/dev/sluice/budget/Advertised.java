package dev.sluice.budget;

import java.util.OptionalLong;

/**
 * The numbers of a relay's NIP-11 document that bound us, as it wrote them: absurd values are sorted out by
 * {@link Budgets}.
 *
 * @param document whether there was a document at all
 * @param maxSubscriptions limitation.max_subscriptions
 * @param maxMessageLength limitation.max_message_length, in bytes
 * @param maxFilters limitation.max_filters, of older documents
 * @param maxLimit limitation.max_limit
 * @param softwareSubscriptions the number of subscriptions that the named software is known to allow
 */
public record Advertised(
        boolean document,
        OptionalLong maxSubscriptions,
        OptionalLong maxMessageLength,
        OptionalLong maxFilters,
        OptionalLong maxLimit,
        OptionalLong softwareSubscriptions) {

    /** A relay without a document. */
    public static final Advertised NOTHING = new Advertised(
            false,
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty());
}
