package dev.sluice.sync;

import dev.sluice.pace.Pauses;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelaySession;
import dev.sluice.session.RelaySession.Start;
import dev.sluice.session.Request;
import dev.sluice.session.Terminal;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The history of one relay over one session: walks what is due, filter by filter, and comes back every hour or when live
 * coverage was broken. One thread runs it; another may say that something is owed.
 */
final class History {
    /** In a mirror that ends, a filter that failed so often in a row has ended. */
    private static final int STRIKES = 3;

    private static final Duration FIRST_REST = Duration.ofSeconds(65);
    private static final Duration MOST_REST = Duration.ofHours(1);
    private static final int MOST_DOUBLINGS = 6;

    /** How running ended. */
    enum Result {
        /** Every filter's history has ended; only in a mirror that ends. */
        DONE,
        /** The session is over. */
        OVER,
        /** The relay finds the filters too big: cut them smaller and begin a new session. */
        TOO_BIG,
        /** The connection is open but dead. */
        WEDGED
    }

    private final List<Base> bases;
    private final RelaySession session;
    private final Pager pager;
    private final Paging paging;
    private final Information information;
    private final boolean once;
    private final Time time;
    private final WallClock wall;
    private final Runnable ended;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean owed;
    private volatile boolean over;

    /**
     * @param ended called after each walk that has ended
     */
    History(
            List<Base> bases,
            RelaySession session,
            Pager pager,
            Paging paging,
            Information information,
            boolean once,
            Time time,
            WallClock wall,
            Runnable ended) {
        this.bases = bases;
        this.session = session;
        this.pager = pager;
        this.paging = paging;
        this.information = information;
        this.once = once;
        this.time = time;
        this.wall = wall;
        this.ended = ended;
    }

    /** Live coverage was broken, or may have been: a debt, paid by walking what is new. Any thread may call. */
    void owe() {
        lock.lock();
        try {
            owed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The session has ended. Any thread may call. */
    void end() {
        lock.lock();
        try {
            over = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Blocks while there is something to do or to wait for. */
    Result run() throws InterruptedException {
        while (!over) {
            bookDebt();
            Optional<Base> next = next();
            if (next.isEmpty()) {
                return Result.DONE;
            }
            Base base = next.get();
            if (!time.reached(due(base))) {
                rest(due(base));
                continue;
            }
            Optional<Result> result = attend(base);
            if (result.isPresent()) {
                return result.get();
            }
        }
        return Result.OVER;
    }

    private void bookDebt() {
        if (owed) {
            owed = false;
            bases.forEach(base -> base.due().owed(hasOpenWalk(base)));
        }
    }

    private Optional<Base> next() {
        long now = time.nanos();
        return bases.stream().filter(base -> !base.isFinished()).min(Comparator.comparingLong(base -> due(base) - now));
    }

    private static long due(Base base) {
        return base.due().next(hasOpenWalk(base));
    }

    private void rest(long deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!owed && !over && !time.reached(deadline)) {
                time.await(lock, changed, deadline);
            }
        } finally {
            lock.unlock();
        }
    }

    private Optional<Result> attend(Base base) throws InterruptedException {
        if (hasOpenWalk(base) && base.due().topGoesFirst()) {
            Stretch top = Stretch.onTop(base.coverage(), wall.seconds(), information.overlapSeconds())
                    .orElseThrow();
            return switch (pager.walk(base, top, () -> false)) {
                case Pager.Outcome.Ended end -> {
                    base.due().topDone(information.check());
                    yield Optional.empty();
                }
                case Pager.Outcome.Yielded yielded -> Optional.empty();
                case Pager.Outcome.Failed failed -> failed(base, failed.terminal());
                case Pager.Outcome.NotStarted notStarted -> notStarted(base, notStarted.why());
            };
        }
        boolean topWaits = base.due().topIsDue();
        Stretch down = Stretch.downwards(base.coverage(), wall.seconds(), information.overlapSeconds());
        return switch (pager.walk(
                base,
                down,
                () -> owed || (!topWaits && hasOpenWalk(base) && base.due().topIsDue()))) {
            case Pager.Outcome.Ended end -> ended(base, end.end());
            case Pager.Outcome.Yielded yielded -> Optional.empty();
            case Pager.Outcome.Failed failed -> failed(base, failed.terminal());
            case Pager.Outcome.NotStarted notStarted -> notStarted(base, notStarted.why());
        };
    }

    private Optional<Result> ended(Base base, WalkEnd end) {
        boolean hopeless = !end.confirms() && hasOpenWalk(base);
        base.due().topDone(information.check());
        base.due().downDone(hopeless ? Due.RETRY_HOPELESS : information.check());
        if (once) {
            base.finish(end);
        } else {
            base.ended(end);
        }
        ended.run();
        return Optional.empty();
    }

    private Optional<Result> notStarted(Base base, Start.NotStarted why) {
        return switch (why) {
            case Start.Over over -> Optional.of(Result.OVER);
            case Start.Paused paused -> paused(base, paused.left());
            case Start.OverBudget overBudget -> strike(base, WalkEnd.PAUSED, FIRST_REST);
        };
    }

    /** A mirror that ends does not wait for hours: what a policy holds up has ended. */
    private Optional<Result> paused(Base base, Duration left) {
        boolean policy = session.pace().pauses().left(Pauses.Kind.POLICY).isPresent();
        return policy
                ? giveUp(base, session.wantsAuth() ? WalkEnd.AUTH : WalkEnd.CLOSED)
                : strike(base, WalkEnd.PAUSED, left);
    }

    private Optional<Result> failed(Base base, Terminal terminal) {
        return switch (terminal) {
            case Terminal.Gone gone -> Optional.of(Result.OVER);
            case Terminal.Refused refused -> refused(base, refused.refusal());
            case Terminal.Flooded flooded -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Terminal.Idle idle -> idle(base);
            case Terminal.Eose eose -> throw new IllegalStateException("an EOSE is no failure");
        };
    }

    /** Nothing at all was heard while a request went idle: the connection is not worth waiting for. */
    private Optional<Result> idle(Base base) {
        boolean silent = time.reached(session.heardNanos() + Request.IDLE.toNanos());
        strike(base, WalkEnd.IDLE, paused());
        return silent ? Optional.of(Result.WEDGED) : Optional.empty();
    }

    private Optional<Result> refused(Base base, Refusal refusal) {
        return switch (refusal) {
            case Refusal.Rate rate -> strike(base, WalkEnd.PAUSED, paused());
            case Refusal.AuthRequired auth -> giveUp(base, WalkEnd.AUTH);
            case Refusal.Policy policy -> giveUp(base, WalkEnd.CLOSED);
            case Refusal.SubscriptionLimit limit -> strike(base, WalkEnd.CLOSED, Duration.ZERO);
            case Refusal.TooBig big -> Optional.of(Result.TOO_BIG);
            case Refusal.RetainedBytes bytes -> Optional.of(Result.TOO_BIG);
            case Refusal.LimitTooHigh limit -> {
                paging.lowerTo(limit.limit().orElse(paging.asked() / 2));
                yield strike(base, WalkEnd.CLOSED, Duration.ZERO);
            }
            case Refusal.TooManyResults results -> {
                paging.halve();
                yield strike(base, WalkEnd.CLOSED, restOf(base));
            }
            case Refusal.FilterCount count -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.Transient trouble -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.Unknown unknown -> strike(base, WalkEnd.CLOSED, restOf(base));
            case Refusal.Harmless harmless -> strike(base, WalkEnd.CLOSED, restOf(base));
        };
    }

    /** A refusal that will not change soon: the pause that it began decides when to ask again. */
    private Optional<Result> giveUp(Base base, WalkEnd end) {
        if (once) {
            base.finish(end);
            ended.run();
            return Optional.empty();
        }
        return strike(base, end, paused());
    }

    /** Only this filter rests; after a row of failures a mirror that ends gives it up. */
    private Optional<Result> strike(Base base, WalkEnd end, Duration wait) {
        int strikes = base.strike();
        if (once && strikes >= STRIKES) {
            base.finish(end);
            ended.run();
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

    private static boolean hasOpenWalk(Base base) {
        return base.coverage().walk().isPresent();
    }
}
