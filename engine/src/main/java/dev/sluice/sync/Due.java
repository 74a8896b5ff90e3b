package dev.sluice.sync;

import dev.sluice.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * When the history of one filter is to be looked at again: its top, which is what came after an open walk began, the walk
 * downwards, and all of it once more. Walking thread only, but for what says otherwise.
 */
final class Due {
    /** Every live group is checked so often (RULES 3.3). */
    static final Duration CHECK = Duration.ofHours(1);

    /** On software that drops live subscriptions without a word (RULES 3.3). */
    static final Duration CHECK_EVICTING = Duration.ofMinutes(15);

    /** A walk that could not end well is tried again so late: it would only do the same. */
    static final Duration RETRY_HOPELESS = Duration.ofDays(7);

    /** All of a relay is checked so often (RULES 5.5). */
    static final Duration RECHECK = Duration.ofDays(7);

    /** After a break in live all is walked again within 24 h (RULES 3.3): begun so late, there is time for it to end. */
    static final Duration REWALK = Duration.ofHours(18);

    private final Time time;
    private final Duration recheck;

    // written by whoever is refused, read by any
    private volatile boolean parked;

    // written by the walking thread, read by any
    private volatile boolean owing;

    // moments on the clock of Time.nanos
    private long top;
    private long down;
    private long again;
    private long notBefore;
    private long reconcile;
    private long behind;
    private boolean topWentLast;

    /**
     * @param recheck between two checks of everything
     */
    Due(Time time, Duration recheck) {
        this.time = time;
        this.recheck = recheck;
        this.top = time.nanos();
        this.down = top;
        this.notBefore = top;
        this.reconcile = top;
        this.again = time.after(recheck);
        this.behind = time.after(CatchUp.EVERY);
    }

    /** What is due when any of some is; a rest of one is a rest of all. */
    static Due together(List<Due> all) {
        Due first = all.get(0);
        Due due = new Due(first.time, first.recheck);
        due.top = first.top;
        due.down = first.down;
        due.again = first.again;
        due.notBefore = first.notBefore;
        due.reconcile = first.reconcile;
        due.behind = first.behind;
        due.parked = all.stream().allMatch(Due::isParked);
        due.owing = all.stream().anyMatch(Due::isOwing);
        for (Due other : all) {
            due.top = earlier(due.top, other.top);
            due.down = earlier(due.down, other.down);
            due.again = earlier(due.again, other.again);
            due.behind = earlier(due.behind, other.behind);
            due.notBefore = later(due.notBefore, other.notBefore);
            due.reconcile = later(due.reconcile, other.reconcile);
        }
        return due;
    }

    /** A week give or take a tenth, so that not everything is checked at once. */
    static Duration recheck(RandomGenerator random) {
        return Duration.ofSeconds((long) (RECHECK.toSeconds() * random.nextDouble(0.9, 1.1)));
    }

    /**
     * Live was broken, or may have been: what is new is due at once, and what may be older some hours later.
     *
     * @param walked whether something was walked before: else everything is still to come anyway
     */
    void owed(boolean openWalk, boolean walked) {
        top = time.nanos();
        owing = walked;
        if (!openWalk) {
            down = top;
        }
        if (walked) {
            again = earlier(again, time.after(REWALK));
        }
    }

    /** Whether what may have been missed was not asked for yet. Any thread may ask. */
    boolean isOwing() {
        return owing;
    }

    boolean topIsDue() {
        return time.reached(top);
    }

    /** Whether everything is to be walked again and nothing newer is waiting. */
    boolean againIsDue() {
        return time.reached(again) && !time.reached(down);
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
        owing = false;
        top = time.after(wait);
        caughtUp();
    }

    void downDone(Duration wait) {
        down = time.after(wait);
        caughtUp();
    }

    /** What is new was asked for. */
    void caughtUp() {
        behind = time.after(CatchUp.EVERY);
    }

    /** When it is to be asked again if it is not live. */
    long behindNanos() {
        return behind - notBefore < 0 ? notBefore : behind;
    }

    boolean isBehind() {
        return !parked && time.reached(behindNanos());
    }

    /** Whether it may be asked for what is new now. */
    boolean mayCatchUp() {
        return !parked && time.reached(notBefore);
    }

    /** Everything was looked at. */
    void allDone() {
        again = time.after(recheck);
    }

    /** Whether negentropy may be tried for it. */
    boolean mayReconcile() {
        return time.reached(reconcile);
    }

    /** Negentropy did not do: it is not tried again before so long. */
    void reconcileLater(Duration wait) {
        reconcile = time.after(wait);
    }

    /** Nothing before so long, whatever is owed. */
    void rest(Duration wait) {
        notBefore = time.after(wait);
    }

    /** Nothing in this connection, whatever is owed: the relay does not take the filter. Any thread may call. */
    void park() {
        parked = true;
    }

    boolean isParked() {
        return parked;
    }

    /** A new connection may try what the last one had to park. */
    void unpark() {
        parked = false;
    }

    /** The next moment at which there is something to do. */
    long next(boolean openWalk) {
        if (parked) {
            return time.after(RECHECK);
        }
        long next = openWalk ? earlier(top, down) : earlier(down, again);
        return next - notBefore < 0 ? notBefore : next;
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }
}
