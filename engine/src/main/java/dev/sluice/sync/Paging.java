package dev.sluice.sync;

import java.util.OptionalInt;
import java.util.OptionalLong;

/** What the pages of one connection generation have taught about its relay. Touched by the walking thread only. */
final class Paging {
    /** Pages below this size are never called full on the evidence of size alone (RULES 7.4). */
    private static final int FLOOR = 90;

    /** The least that any relay is taken to answer: no lower limit is tried, and no page below it was cut. */
    private static final int LEAST_LIMIT = 20;

    /** The first range that is asked where a relay finds the whole too much, in seconds: a month. */
    private static final long FIRST_SPAN = 30 * 86_400;

    /** A busier hour than any relay was seen to have is no more than some pages. */
    private static final long LEAST_SPAN = 3_600;

    /** How fast the range shrinks; from a month to an hour in five refusals. */
    private static final int SPAN_DIVISOR = 4;

    // mutable state
    private OptionalLong span = OptionalLong.empty();
    private int asked;
    private int raised;
    private OptionalInt hint;
    private int largest;
    private int provenCap;
    private boolean exclusive;
    private boolean sortsAscending;

    /**
     * @param asked the limit of every page
     * @param raised the limit tried for a second that holds more than a page, not below {@code asked}
     * @param defaultLimit the relay's advertised {@code default_limit}, trusted until a page proves it a lie
     */
    Paging(int asked, int raised, OptionalInt defaultLimit) {
        if (asked < 1 || raised < asked) {
            throw new IllegalArgumentException(asked + ", " + raised);
        }
        this.asked = asked;
        this.raised = raised;
        this.hint = defaultLimit;
    }

    int asked() {
        return asked;
    }

    int raised() {
        return raised;
    }

    /** The relay refused the limit and stated its own. */
    void lowerTo(long limit) {
        asked = (int) Math.max(1, Math.min(asked, limit));
        raised = asked;
    }

    /** The relay found its answer too large: half of it next time. */
    void halve() {
        lowerTo(Math.max(LEAST_LIMIT, asked / 2));
    }

    /** The relay found the range of a query too much: a shorter one next time. */
    void narrow() {
        span = OptionalLong.of(span.isEmpty() ? FIRST_SPAN : Math.max(LEAST_SPAN, span.getAsLong() / SPAN_DIVISOR));
    }

    /** How long a range one query may have, in seconds; empty as long as none was too long. */
    OptionalLong span() {
        return span;
    }

    /** Notes the size of a page of the usual limit. */
    void saw(int size) {
        largest = Math.max(largest, size);
    }

    /** The largest page so far; 0 before the first. */
    int largest() {
        return largest;
    }

    /** Whether a page of the usual limit may have been cut (RULES 7.4). */
    boolean isFull(int size) {
        if (asked < 100) {
            return size >= share(asked);
        }
        int cap = Math.min(asked, Math.max(largest, hint.orElse(0)));
        boolean proven = provenCap > 0 && size >= share(provenCap);
        return proven || size >= Math.max(FLOOR, share(cap));
    }

    /** Whether a page of the raised limit may have been cut: it reaches that limit, or raising brought nothing. */
    boolean isFullThoughRaised(int size) {
        return raised == asked ? isFull(size) : size >= share(raised) || (size <= largest && isFull(size));
    }

    /** Whether a page is so small that no relay's cap can have cut it. */
    boolean isTiny(int size) {
        return size < LEAST_LIMIT;
    }

    /**
     * A page of this size was followed by older events: so it was cut, and an advertised default that calls it short was
     * a lie.
     */
    void continued(int size) {
        if (!isFull(size)) {
            hint = OptionalInt.empty();
        }
        provenCap = Math.max(provenCap, size);
    }

    /** Whether the relay leaves out events of the very second that a window names. */
    boolean isExclusive() {
        return exclusive;
    }

    void foundExclusive() {
        exclusive = true;
    }

    /** Whether the relay sends its newest events oldest first, which is harmless. */
    boolean sortsAscending() {
        return sortsAscending;
    }

    void foundSortingAscending() {
        sortsAscending = true;
    }

    private static int share(int cap) {
        // an empty page is never full, whatever was asked for
        return Math.max(1, (int) Math.floor(0.9 * cap));
    }
}
