package dev.sluice.session;

import dev.sluice.budget.ByteCap;
import dev.sluice.pace.Gate;
import dev.sluice.pace.Pauses;
import dev.sluice.time.Time;
import java.time.Duration;

/**
 * When something may start on one relay, and how much it bears. It belongs to the relay and outlives its connections.
 *
 * @param pauses what the relay has asked for, in words or by silence
 * @param background between starts of history
 * @param live between starts of live subscriptions
 * @param negentropy between the frames of negentropy sessions that are open: no pause stops them
 * @param reactive open until the relay refuses for speed, then between any two starts
 * @param retained the bytes that all open subscriptions may have together
 */
public record RelayPace(Pauses pauses, Gate background, Gate live, Gate negentropy, Gate reactive, ByteCap retained) {

    /** On a relay that somebody else runs. */
    public static RelayPace foreign(Time time) {
        return new RelayPace(
                new Pauses(time),
                new Gate(time, Gate.BACKGROUND),
                new Gate(time, Gate.LIVE),
                new Gate(time, Gate.NEGENTROPY),
                Gate.open(time),
                new ByteCap());
    }

    /** On the operator's own relay the ledger alone bounds history. */
    public static RelayPace owned(Time time) {
        return new RelayPace(
                new Pauses(time), Gate.open(time), Gate.open(time), Gate.open(time), Gate.open(time), new ByteCap());
    }

    /** With at least so much time between starts of history. */
    public RelayPace throttled(Duration least) {
        if (background.spacing().compareTo(least) < 0) {
            background.spacing(least);
        }
        return this;
    }
}
