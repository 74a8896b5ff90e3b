package dev.sluice.budget;

import java.util.OptionalLong;

/**
 * What follows from a relay's advertised limits for one connection.
 *
 * @param subscriptions slots of the ledger
 * @param payloadBytes serialised filter values, with their commas, in one REQ
 * @param chunkBytes serialised values in one filter
 * @param filters filters in one REQ, to begin with
 * @param pageLimit the highest limit that a page asks for
 */
public record Budgets(int subscriptions, int payloadBytes, int chunkBytes, int filters, int pageLimit) {

    /** nos.lol, Primal and Ditto allow 20; the least that is common among relays that do not say. */
    static final int SUBSCRIPTIONS_UNSAID = 20;

    /** A relay that does not even have a document may be of the family that allows 10. */
    static final int SUBSCRIPTIONS_UNDOCUMENTED = 10;

    /** Numbers above are read as "absurd", as if they were not there. */
    static final int SUBSCRIPTIONS_CREDIBLE = 10_000;

    static final int SUBSCRIPTIONS_MOST = 1_000;

    /** Three quarters of the common 128 KiB. */
    static final int PAYLOAD_UNSAID_BYTES = 96 * 1024;

    static final int PAYLOAD_UNDOCUMENTED_BYTES = 60_000;
    static final int PAYLOAD_MOST_BYTES = 512 * 1024;

    /** Below this not even a plain event would pass, so the number is not meant. */
    static final int MESSAGE_CREDIBLE_BYTES = 1_024;

    /** Half of strfry's cap of 65,535 bytes on a filter's sets. */
    static final int CHUNK_BYTES = 32 * 1024;

    static final int FILTERS = 10;
    static final int FOREIGN_PAGE = 500;
    static final int OWNED_PAGE = 5_000;

    /** The budgets on a relay that somebody else runs. */
    public static Budgets foreign(Advertised advertised) {
        return of(advertised, FOREIGN_PAGE);
    }

    /** The budgets on the operator's own relay: larger pages. */
    public static Budgets owned(Advertised advertised) {
        return of(advertised, OWNED_PAGE);
    }

    private static Budgets of(Advertised advertised, int page) {
        int payload = payload(advertised);
        return new Budgets(
                subscriptions(advertised),
                payload,
                Math.min(CHUNK_BYTES, payload),
                atMost(advertised.maxFilters(), FILTERS),
                atMost(advertised.maxLimit(), page));
    }

    private static int subscriptions(Advertised advertised) {
        int said = (int) Math.min(
                SUBSCRIPTIONS_MOST,
                within(advertised.maxSubscriptions(), 1, SUBSCRIPTIONS_CREDIBLE)
                        .orElse(advertised.document() ? SUBSCRIPTIONS_UNSAID : SUBSCRIPTIONS_UNDOCUMENTED));
        return atMost(advertised.softwareSubscriptions(), said);
    }

    private static int payload(Advertised advertised) {
        OptionalLong message = within(advertised.maxMessageLength(), MESSAGE_CREDIBLE_BYTES, Long.MAX_VALUE);
        if (message.isPresent()) {
            return (int) Math.min(PAYLOAD_MOST_BYTES, message.getAsLong() / 4 * 3);
        }
        return advertised.document() ? PAYLOAD_UNSAID_BYTES : PAYLOAD_UNDOCUMENTED_BYTES;
    }

    private static int atMost(OptionalLong advertised, int ours) {
        return (int) within(advertised, 1, ours).orElse(ours);
    }

    private static OptionalLong within(OptionalLong value, long least, long most) {
        return value.stream()
                .filter(number -> number >= least && number <= most)
                .findFirst();
    }
}
