package dev.sluice.sync;

import dev.sluice.pace.Pauses;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What follows when a walk could not go on: the filter rests, is given up, or the whole session has to end. A refusal of
 * unknown words makes only its own filter rest. Walking thread only.
 */
final class Setbacks {
    /** In a mirror that ends, a filter that failed so often in a row has ended. */
    private static final int STRIKES = 3;

    private static final Duration FIRST_REST = Duration.ofSeconds(65);
    private static final Duration MOST_REST = Duration.ofHours(1);
    private static final int MOST_DOUBLINGS = 6;

    private final RelaySession session;
    private final Paging paging;
    private final boolean once;
    private final Time time;

    Setbacks(RelaySession session, Paging paging, boolean once, Time time) {
        this.session = session;
        this.paging = paging;
        this.once = once;
        this.time = time;
    }

    /** What follows for a filter. The result, if there is one, ends the session. */
    Optional<History.Result> met(Base base, Setback setback) {
        return switch (setback) {
            case Setback.Failed failed -> failed(base, failed.terminal());
            case Setback.NotStarted notStarted -> notStarted(base, notStarted.why());
        };
    }

    private Optional<History.Result> notStarted(Base base, Start.NotStarted why) {
        return switch (why) {
            case Start.Over over -> Optional.of(History.Result.OVER);
            case Start.Paused paused -> paused(base, paused.left());
            case Start.OverBudget overBudget -> strike(base, WalkEnd.PAUSED, FIRST_REST);
        };
    }

    /** A mirror that ends does not wait for hours: what a policy holds up has ended. */
    private Optional<History.Result> paused(Base base, Duration left) {
        boolean policy = session.pace().pauses().left(Pauses.Kind.POLICY).isPresent();
        return policy
                ? giveUp(base, session.wantsAuth() ? WalkEnd.AUTH : WalkEnd.CLOSED)
                : strike(base, WalkEnd.PAUSED, left);
    }

    private Optional<History.Result> failed(Base base, Terminal terminal) {
        return switch (terminal) {
            case Terminal.Gone gone -> Optional.of(History.Result.OVER);
            case Terminal.Refused refused -> refused(base, refused.refusal());
            case Terminal.Flooded flooded -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Terminal.Idle idle -> idle(base);
            case Terminal.Eose eose -> throw new IllegalStateException("an EOSE is no failure");
        };
    }

    /** Nothing at all was heard while a request went idle: the connection is not worth waiting for. */
    private Optional<History.Result> idle(Base base) {
        boolean silent = time.reached(session.heardNanos() + Request.IDLE.toNanos());
        strike(base, WalkEnd.IDLE, paused());
        return silent ? Optional.of(History.Result.WEDGED) : Optional.empty();
    }

    private Optional<History.Result> refused(Base base, Refusal refusal) {
        return switch (refusal) {
            case Refusal.Rate rate -> strike(base, WalkEnd.PAUSED, paused());
            case Refusal.TooManyQueries queries -> strike(base, WalkEnd.PAUSED, paused());
            case Refusal.AuthRequired auth -> giveUp(base, WalkEnd.AUTH);
            case Refusal.Policy policy -> giveUp(base, WalkEnd.CLOSED);
            case Refusal.SubscriptionLimit limit -> strike(base, WalkEnd.CLOSED, Duration.ZERO);
            case Refusal.TooBig big -> Optional.of(History.Result.TOO_BIG);
            case Refusal.RetainedBytes bytes -> Optional.of(History.Result.TOO_BIG);
            case Refusal.TooManyResults results -> fewer(base, results.limit());
            case Refusal.FilterCount count -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.Transient trouble -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.Unknown unknown -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.NegentropyUnsupported unsupported -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.NegentropyTooBig big -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.NegentropyTooMany many -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.NegentropyExpired expired -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.Harmless harmless -> strike(base, WalkEnd.CLOSED, restOf(base));
        };
    }

    /** A limit that the relay named is kept to at once; without one a smaller page is tried after a rest. */
    private Optional<History.Result> fewer(Base base, OptionalLong limit) {
        if (limit.isPresent()) {
            paging.lowerTo(limit.getAsLong());
            return strike(base, WalkEnd.CLOSED, Duration.ZERO);
        }
        paging.halve();
        return strike(base, WalkEnd.CLOSED, restOf(base));
    }

    /** A refusal that will not change soon: the pause that it began decides when to ask again. */
    private Optional<History.Result> giveUp(Base base, WalkEnd end) {
        if (once) {
            base.finish(end);
            return Optional.empty();
        }
        return strike(base, end, paused());
    }

    /** Only this filter rests; after a row of failures a mirror that ends gives it up. */
    private Optional<History.Result> strike(Base base, WalkEnd end, Duration wait) {
        int strikes = base.strike();
        if (once && strikes >= STRIKES) {
            base.finish(end);
        } else {
            base.due().rest(strikes > STRIKES && wait.isZero() ? restOf(base) : wait);
        }
        return Optional.empty();
    }

    private Duration restOf(Base base) {
        Duration rest = FIRST_REST.multipliedBy(1L << Math.min(base.strikes(), MOST_DOUBLINGS));
        return rest.compareTo(MOST_REST) < 0 ? rest : MOST_REST;
    }

    private Duration paused() {
        return session.pace().pauses().blocked().orElse(FIRST_REST);
    }
}
