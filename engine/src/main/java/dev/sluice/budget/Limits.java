package dev.sluice.budget;

/**
 * How many requests of a kind one connection may have in flight, inside what live subscriptions leave.
 *
 * @param negentropy open negentropy sessions
 * @param requests transient REQs, negentropy not counted
 */
public record Limits(int negentropy, int requests) {

    /** A relay run by somebody else: 4 negentropy sessions and 5 transient REQs. */
    public static final Limits FOREIGN = new Limits(4, 5);

    /** The operator's own relay: transient REQs are bounded by the free slots alone. */
    public static final Limits OWNED = new Limits(4, Integer.MAX_VALUE);

    public Limits {
        if (negentropy < 1 || requests < 1) {
            throw new IllegalArgumentException("limits below one: " + negentropy + ", " + requests);
        }
    }
}
