package dev.sluice.negentropy;

/**
 * What one side has and the other lacks. With frame limits the same id may be found again in a later step.
 *
 * @param onlyHere ids of our items that the other side lacks
 * @param onlyThere ids of the other side's items that we lack
 */
public record Difference(Ids onlyHere, Ids onlyThere) {

    /** No difference. */
    public static final Difference NONE = new Difference(Ids.NONE, Ids.NONE);
}
