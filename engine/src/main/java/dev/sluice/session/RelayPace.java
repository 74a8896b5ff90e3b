package dev.sluice.session;

import dev.sluice.budget.ByteCap;
import dev.sluice.budget.MessageSizes;
import dev.sluice.metrics.Metrics;
import dev.sluice.pace.Allowance;
import dev.sluice.pace.Gate;
import dev.sluice.pace.Pauses;
import dev.sluice.pace.Tolerance;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.function.Function;

/**
 * When something may start on one relay, and how much it bears. It belongs to the relay and outlives its connections.
 *
 * @param pauses what the relay has asked for, in words or by silence
 * @param background between starts of history; leads to the reactive gate
 * @param live between starts of live subscriptions; leads to the reactive gate
 * @param negentropy between the frames of negentropy sessions that are open: no pause stops them
 * @param reactive open until the relay refuses for speed, then between any two starts
 * @param allowance what the relay is known to take in a time
 * @param retained the bytes that all open subscriptions may have together
 * @param messages the bytes of one message
 * @param tolerance of what the relay says in vain
 * @param lastRefusal what it refused last
 */
public record RelayPace(
        Pauses pauses,
        Gate background,
        Gate live,
        Gate negentropy,
        Gate reactive,
        Allowance allowance,
        ByteCap retained,
        MessageSizes messages,
        Tolerance tolerance,
        LastRefusal lastRefusal) {

    /** On a relay that somebody else runs. */
    public static RelayPace foreign(Time time, Metrics metrics) {
        return of(time, metrics, kind -> Gate.spaced(kind, time, metrics));
    }

    /** On the operator's own relay the ledger alone bounds history. */
    public static RelayPace owned(Time time, Metrics metrics) {
        return of(time, metrics, kind -> Gate.open(kind, time, metrics));
    }

    private static RelayPace of(Time time, Metrics metrics, Function<Gate.Kind, Gate> gates) {
        Gate reactive = gates.apply(Gate.Kind.REACTIVE);
        return new RelayPace(
                new Pauses(time, metrics),
                gates.apply(Gate.Kind.BACKGROUND).leadingTo(reactive),
                gates.apply(Gate.Kind.LIVE).leadingTo(reactive),
                gates.apply(Gate.Kind.NEGENTROPY),
                reactive,
                new Allowance(time),
                new ByteCap(),
                new MessageSizes(),
                new Tolerance(time),
                new LastRefusal(time));
    }

    /** Whether refusals have taught something that outlives a connection. */
    public boolean knowsSomething() {
        return retained.isKnown() || !reactive.spacing().isZero();
    }

    /** What refusals have taught is too old to count: the relay may have changed. Pauses that run stay. */
    public void forget() {
        retained.forget();
        reactive.narrow();
        if (negentropy.spacing().equals(Gate.NEGENTROPY_SLOW)) {
            negentropy.narrow();
        }
    }

    /** With at least so much time between starts of history. */
    public RelayPace throttled(Duration least) {
        if (background.spacing().compareTo(least) < 0) {
            background.spacing(least);
        }
        return this;
    }
}
