package dev.sluice.sync;

import dev.sluice.nostr.FilterBytes;
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

    /** Until so long after a refusal for the bytes of all subscriptions, fewer are live. */
    private static final Duration ROOM_MADE = Duration.ofSeconds(5);

    private final RelaySession session;
    private final Bases bases;
    private final Paging paging;
    private final boolean once;
    private final Time time;

    // mutable state
    private Learned learned = Learned.NOTHING;

    Setbacks(RelaySession session, Bases bases, Paging paging, boolean once, Time time) {
        this.session = session;
        this.bases = bases;
        this.paging = paging;
        this.once = once;
        this.time = time;
    }

    /** What refusals have taught by now. */
    Learned learned() {
        return learned;
    }

    /** What follows for a filter. The result, if there is one, ends the session. */
    Optional<History.Result> met(Base base, Setback setback) throws InterruptedException {
        return switch (setback) {
            case Setback.Failed failed -> failed(base, failed.terminal());
            case Setback.NotStarted notStarted -> notStarted(base, notStarted.why());
        };
    }

    private Optional<History.Result> notStarted(Base base, Start.NotStarted why) {
        return switch (why) {
            case Start.Over over -> Optional.of(History.Result.OVER);
            case Start.Paused paused -> paused(base, paused.left());
            case Start.OverBudget overBudget -> strike(base, WalkEnd.PAUSED, Rests.FIRST);
        };
    }

    /** A mirror that ends does not wait for hours: what a policy holds up has ended. */
    private Optional<History.Result> paused(Base base, Duration left) {
        boolean policy = session.pace().pauses().left(Pauses.Kind.POLICY).isPresent();
        return policy
                ? giveUp(base, session.wantsAuth() ? WalkEnd.AUTH : WalkEnd.CLOSED)
                : strike(base, WalkEnd.PAUSED, left);
    }

    private Optional<History.Result> failed(Base base, Terminal terminal) throws InterruptedException {
        return switch (terminal) {
            case Terminal.Gone gone -> Optional.of(History.Result.OVER);
            case Terminal.Refused refused -> refused(base, refused.refusal());
            case Terminal.Flooded flooded -> rest(base);
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

    private Optional<History.Result> refused(Base base, Refusal refusal) throws InterruptedException {
        return switch (refusal) {
            case Refusal.InvalidFilter invalid -> park(base);
            case Refusal.TooBig big -> smaller(base, big.bytes(), big.values());
            case Refusal.RetainedBytes retained -> lighter(base);
            case Refusal.TooManyResults results -> fewer(base, results.limit());
            case Refusal.AuthRequired auth -> giveUp(base, WalkEnd.AUTH);
            case Refusal.Policy policy -> giveUp(base, WalkEnd.CLOSED);
            case Refusal.Rate rate -> strike(base, WalkEnd.PAUSED, paused());
            case Refusal.TooManyQueries queries -> strike(base, WalkEnd.PAUSED, paused());
            case Refusal.SubscriptionLimit limit -> strike(base, WalkEnd.CLOSED, Duration.ZERO);
            case Refusal.FilterCount count -> rest(base);
            case Refusal.Transient trouble -> rest(base);
            case Refusal.Unknown unknown -> rest(base);
            case Refusal.NegentropyUnsupported unsupported -> rest(base);
            case Refusal.NegentropyTooBig big -> rest(base);
            case Refusal.NegentropyTooMany many -> rest(base);
            case Refusal.NegentropyExpired expired -> rest(base);
            case Refusal.Harmless harmless -> rest(base);
        };
    }

    /** The relay takes no filter of this form: it is not sent again in this connection (RULES 5.2). */
    private Optional<History.Result> park(Base base) {
        if (once) {
            base.finish(WalkEnd.CLOSED);
        } else {
            base.ended(WalkEnd.CLOSED);
            base.due().park();
        }
        return Optional.empty();
    }

    /** What is too big is cut, and whatever is as big with it; a single value that is too big is parked. */
    private Optional<History.Result> smaller(Base base, OptionalLong bytes, OptionalLong values)
            throws InterruptedException {
        boolean cut = values.isPresent() ? bases.halve(base) : lower(base, bytes) || bases.halve(base);
        return cut ? Optional.empty() : park(base);
    }

    private boolean lower(Base base, OptionalLong messageBytes) throws InterruptedException {
        learned = messageBytes.isPresent()
                ? learned.takes(messageBytes.getAsLong())
                : learned.filter(FilterBytes.of(base.filter()) / 2);
        return !bases.cutTo(learned.filterBytes()).contains(base);
    }

    /** Beside what is live there was no room for it: in a smaller part there is, or once live weighs less. */
    private Optional<History.Result> lighter(Base base) throws InterruptedException {
        int most = RequestSizes.capped(Integer.MAX_VALUE, session.pace().retained());
        return bases.cutTo(most).contains(base) ? strike(base, WalkEnd.CLOSED, ROOM_MADE) : Optional.empty();
    }

    /** A limit that the relay named is kept to at once; else fewer events of a shorter time are asked for, after a rest. */
    private Optional<History.Result> fewer(Base base, OptionalLong limit) {
        if (limit.isPresent()) {
            paging.lowerTo(limit.getAsLong());
            return strike(base, WalkEnd.CLOSED, Duration.ZERO);
        }
        paging.halve();
        paging.narrow();
        return rest(base);
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
            base.due().rest(strikes > STRIKES && wait.isZero() ? Rests.after(base.strikes()) : wait);
        }
        return Optional.empty();
    }

    private Optional<History.Result> rest(Base base) {
        return strike(base, WalkEnd.CLOSED, Rests.after(base.strikes()));
    }

    private Duration paused() {
        return session.pace().pauses().blocked().orElse(Rests.FIRST);
    }
}
