package dev.sluice.plan;

import dev.sluice.budget.Budgets;
import dev.sluice.budget.Ceilings;

/**
 * How large filters and REQs may be.
 *
 * @param filters in one REQ
 * @param payloadBytes serialised values, with their commas, in one REQ
 * @param chunkBytes the same in one filter
 * @param values of one field in a filter
 */
public record Bounds(int filters, int payloadBytes, int chunkBytes, int values) {

    /** A REQ that lacks no more than this part of what it may carry is full. */
    private static final int FULL_PARTS = 16;

    public Bounds {
        if (filters < 1 || payloadBytes < 1 || chunkBytes < 1 || values < 1) {
            throw new IllegalArgumentException("a bound below one");
        }
    }

    /** What a relay's document leads to, before anything was learned. */
    public static Bounds of(Budgets budgets) {
        return of(Ceilings.of(budgets), budgets.chunkBytes(), Integer.MAX_VALUE);
    }

    /** What a connection has learned by now. */
    public static Bounds of(Ceilings ceilings, int chunkBytes, int values) {
        return new Bounds(
                ceilings.filters(), ceilings.payloadBytes(), Math.min(chunkBytes, ceilings.payloadBytes()), values);
    }

    /** With at most so many values of a field in a filter. */
    public Bounds values(int most) {
        return new Bounds(filters, payloadBytes, chunkBytes, most);
    }

    /** What both allow. */
    public Bounds and(Bounds other) {
        return new Bounds(
                Math.min(filters, other.filters),
                Math.min(payloadBytes, other.payloadBytes),
                Math.min(chunkBytes, other.chunkBytes),
                Math.min(values, other.values));
    }

    /** With at most so many bytes in a REQ. */
    public Bounds payloadAtMost(int bytes) {
        return new Bounds(filters, Math.min(payloadBytes, bytes), Math.min(chunkBytes, bytes), values);
    }

    /** What a filter is filled to: as much as it may have, or an even share of a REQ, so that no part of a REQ stays empty. */
    int share() {
        int parts = Math.ceilDiv(payloadBytes, chunkBytes);
        return parts <= filters ? payloadBytes / parts : chunkBytes;
    }

    /** Whether values of so many bytes leave hardly any room in a REQ. */
    boolean isFilled(int bytes) {
        return bytes > payloadBytes - payloadBytes / FULL_PARTS;
    }

    /** Bytes of values that one REQ can carry when all its filters are full. */
    public long requestBytes() {
        return Math.min(payloadBytes, (long) filters * chunkBytes);
    }
}
