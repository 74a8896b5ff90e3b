package dev.sluice.sync;

import dev.sluice.time.Time;
import java.time.Duration;

/**
 * When the history of one filter is to be looked at again: its top, which is what came after an open walk began, and the
 * walk downwards. Walking thread only.
 */
final class Due {
    /** Every live group is checked so often (RULES 3.3). */
    static final Duration CHECK = Duration.ofHours(1);

    /** On software that drops live subscriptions without a word (RULES 3.3). */
    static final Duration CHECK_EVICTING = Duration.ofMinutes(15);

    /** A walk that could not end well is tried again so late: it would only do the same. */
    static final Duration RETRY_HOPELESS = Duration.ofDays(7);

    private final Time time;

    // moments on the clock of Time.nanos
    private long top;
    private long down;
    private long notBefore;
    private boolean topWentLast;

    Due(Time time) {
        this.time = time;
        this.top = time.nanos();
        this.down = top;
        this.notBefore = top;
    }

    /** Live was broken, or may have been: what is new is due at once. */
    void owed(boolean openWalk) {
        top = time.nanos();
        if (!openWalk) {
            down = top;
        }
    }

    boolean topIsDue() {
        return time.reached(top);
    }

    /**
     * Whether the top goes first when both are due. They take turns: on a relay that hangs up after every page the top
     * alone would be walked for ever.
     */
    boolean topGoesFirst() {
        boolean first = topIsDue() && !(topWentLast && time.reached(down));
        topWentLast = first;
        return first;
    }

    void topDone(Duration wait) {
        top = time.after(wait);
    }

    void downDone(Duration wait) {
        down = time.after(wait);
    }

    /** Nothing before so long, whatever is owed. */
    void rest(Duration wait) {
        notBefore = time.after(wait);
    }

    /** The next moment at which there is something to do. */
    long next(boolean openWalk) {
        long next = openWalk && top - down < 0 ? top : down;
        return next - notBefore < 0 ? notBefore : next;
    }
}
