package dev.sluice.relay;

/**
 * What the relay allows one connection (RULES 9). All of it is enforced, and what NIP-11 has a field for is advertised.
 *
 * @param subscriptions open at a time
 * @param filters in one REQ or COUNT
 * @param messageBytes of one message from the client
 * @param defaultLimit stored events for a filter without a limit
 * @param maxLimit stored events for any filter; larger limits are lowered to it
 * @param futureSeconds how far ahead of the clock a published event may lie
 * @param publications published events of the connection that wait for the archive; more are not read meanwhile
 * @param liveEvents accepted events that wait for a client that reads slowly; then it is disconnected
 * @param liveBytes what those events may weigh
 * @param negentropy what may be reconciled
 */
public record RelayLimits(
        int subscriptions,
        int filters,
        int messageBytes,
        int defaultLimit,
        int maxLimit,
        int futureSeconds,
        int publications,
        int liveEvents,
        long liveBytes,
        NegentropyLimits negentropy) {

    /** The limits of RULES 9.1; 900 seconds are what strfry allows. */
    public static final RelayLimits DEFAULT =
            new RelayLimits(500, 20, 1 << 20, 500, 5_000, 900, 256, 10_000, 8L << 20, NegentropyLimits.DEFAULT);

    public RelayLimits {
        boolean positive = subscriptions > 0
                && filters > 0
                && messageBytes > 0
                && defaultLimit > 0
                && publications > 0
                && liveEvents > 0
                && liveBytes > 0;
        if (!positive || maxLimit < defaultLimit || futureSeconds < 0) {
            throw new IllegalArgumentException("limits out of range");
        }
    }

    /** With another bound on the stored events of a filter. */
    public RelayLimits withMaxLimit(int limit) {
        return new RelayLimits(
                subscriptions,
                filters,
                messageBytes,
                Math.min(defaultLimit, limit),
                limit,
                futureSeconds,
                publications,
                liveEvents,
                liveBytes,
                negentropy);
    }

    /** With other bounds on what may be reconciled. */
    public RelayLimits withNegentropy(NegentropyLimits limits) {
        return new RelayLimits(
                subscriptions,
                filters,
                messageBytes,
                defaultLimit,
                maxLimit,
                futureSeconds,
                publications,
                liveEvents,
                liveBytes,
                limits);
    }
}
