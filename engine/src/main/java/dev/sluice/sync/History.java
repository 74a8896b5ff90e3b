package dev.sluice.sync;

import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The history of one relay over one session: walks what is due, filter by filter, and comes back every hour or when live
 * coverage was broken. One thread runs it.
 */
final class History {
    /** How running ended. */
    enum Result {
        /** Every filter's history has ended; only in a mirror that ends. */
        DONE,
        /** The session is over. */
        OVER,
        /** The connection is open but dead. */
        WEDGED,
        /** What is known of the relay is old: a new connection finds out what it allows now. */
        OLD
    }

    private final Bases bases;
    private final CatchUp catchUp;
    private final Rotation rotation;
    private final WarmHistory warm;
    private final Pager pager;
    private final Setbacks setbacks;
    private final Information information;
    private final boolean once;
    private final long oldNanos;
    private final Time time;
    private final WallClock wall;
    private final Runnable ended;
    private final HistoryNews news;

    /**
     * @param oldNanos when the relay is to be looked at anew, on the clock of {@link Time#nanos}
     * @param news where others tell it what happens
     * @param ended called after each walk that has ended
     */
    History(
            Bases bases,
            CatchUp catchUp,
            Rotation rotation,
            WarmHistory warm,
            Pager pager,
            Setbacks setbacks,
            Information information,
            boolean once,
            long oldNanos,
            Time time,
            WallClock wall,
            HistoryNews news,
            Runnable ended) {
        this.bases = bases;
        this.catchUp = catchUp;
        this.rotation = rotation;
        this.warm = warm;
        this.pager = pager;
        this.setbacks = setbacks;
        this.information = information;
        this.once = once;
        this.oldNanos = oldNanos;
        this.time = time;
        this.wall = wall;
        this.news = news;
        this.ended = ended;
    }

    /** What refusals have taught by now; for the thread that runs it. */
    Learned learned() {
        return setbacks.learned();
    }

    /** Blocks while there is something to do or to wait for. */
    Result run() throws InterruptedException {
        bases.now().forEach(base -> base.due().unpark());
        while (!news.isOver()) {
            bookDebt();
            Optional<Result> result = step();
            if (result.isPresent()) {
                return result.get();
            }
        }
        return Result.OVER;
    }

    /** What is not live goes first, then whatever has waited longest; or a rest. */
    private Optional<Result> step() throws InterruptedException {
        List<Base> now = bases.now();
        Optional<Base> behind = catchUp.take(now);
        if (behind.isPresent()) {
            return catchUp(behind.get());
        }
        Optional<Base> turn = rotation.take(now);
        if (turn.isPresent()) {
            return newest(turn.get());
        }
        Optional<Base> next = next();
        if (next.isEmpty() && once) {
            return Optional.of(Result.DONE);
        }
        if (time.reached(oldNanos)) {
            return Optional.of(Result.OLD);
        }
        long moment = next.map(History::due).orElse(oldNanos);
        if (next.isPresent() && time.reached(moment)) {
            return attend(next.get());
        }
        rest(rotation.nextNanos(now, catchUp.nextNanos(now, moment)));
        return Optional.empty();
    }

    private void bookDebt() {
        if (news.isOwed()) {
            Overlap.of(news.takeOwed(), bases.now()).forEach(Base::owed);
        }
    }

    private Optional<Base> next() {
        long now = time.nanos();
        return bases.now().stream()
                .filter(base -> !base.isFinished())
                .min(Comparator.comparingLong(base -> due(base) - now));
    }

    private static long due(Base base) {
        return base.due().next(hasOpenWalk(base));
    }

    private void rest(long moment) throws InterruptedException {
        news.await(moment - oldNanos < 0 ? moment : oldNanos);
    }

    private Optional<Result> attend(Base base) throws InterruptedException {
        base.walking(true);
        try {
            return warm.fits(base) ? reconcile(base) : page(base);
        } finally {
            base.walking(false);
        }
    }

    private Optional<Result> reconcile(Base base) throws InterruptedException {
        return switch (warm.run(base)) {
            case WarmHistory.Outcome.Complete complete -> {
                base.pageCame();
                base.againEnded();
                yield ended(base, WalkEnd.DRAINED);
            }
            case WarmHistory.Outcome.Unfit unfit -> {
                base.due().reconcileLater(information.check());
                yield page(base);
            }
            case WarmHistory.Outcome.Stopped stopped -> stopped(base, stopped.setback());
        };
    }

    private Optional<Result> stopped(Base base, Setback setback) throws InterruptedException {
        base.walking(false);
        Optional<Result> result = setbacks.met(base, setback);
        if (base.isFinished()) {
            ended.run();
        }
        return result;
    }

    private Optional<Result> page(Base base) throws InterruptedException {
        if (!hasOpenWalk(base) && base.due().againIsDue()) {
            return walkAgain(base);
        }
        boolean top = hasOpenWalk(base) && base.due().topGoesFirst();
        Pager.Outcome outcome = top ? walkTop(base) : walkDown(base);
        return switch (outcome) {
            case Pager.Outcome.Ended end when top -> topEnded(base);
            case Pager.Outcome.Ended end -> ended(base, end.end());
            case Pager.Outcome.TooWide wide -> halve(base);
            case Pager.Outcome.Yielded yielded -> Optional.empty();
            case Pager.Outcome.Stopped stopped -> stopped(base, stopped.setback());
        };
    }

    private Optional<Result> walkAgain(Base base) throws InterruptedException {
        Pager.Outcome outcome = pager.walk(
                base,
                base.again(wall.seconds()),
                yielding(() -> news.isOwed() || base.due().topIsDue()));
        return switch (outcome) {
            case Pager.Outcome.Ended end -> {
                base.againEnded();
                yield Optional.empty();
            }
            case Pager.Outcome.TooWide wide -> halve(base);
            case Pager.Outcome.Yielded yielded -> Optional.empty();
            case Pager.Outcome.Stopped stopped -> stopped(base, stopped.setback());
        };
    }

    private Pager.Outcome walkTop(Base base) throws InterruptedException {
        Stretch top = Stretch.onTop(base.coverage(), wall.seconds(), information.overlapSeconds())
                .orElseThrow();
        return pager.walk(base, top, () -> false);
    }

    private Pager.Outcome walkDown(Base base) throws InterruptedException {
        boolean topWaits = base.due().topIsDue();
        Stretch down = Stretch.downwards(base.coverage(), wall.seconds(), information.overlapSeconds());
        return pager.walk(
                base,
                down,
                yielding(() -> news.isOwed()
                        || (!topWaits && hasOpenWalk(base) && base.due().topIsDue())));
    }

    /** Also after a page, if filters wait that are not live. */
    private BooleanSupplier yielding(BooleanSupplier other) {
        AtomicInteger pages = new AtomicInteger();
        return () -> other.getAsBoolean()
                || (pages.getAndIncrement() > 0 && (catchUp.isDue(bases.now()) || rotation.isDue(bases.now())));
    }

    private Optional<Result> catchUp(Base base) throws InterruptedException {
        try {
            return newest(base);
        } finally {
            catchUp.done();
        }
    }

    /** What came since it was asked the last time. */
    private Optional<Result> newest(Base base) throws InterruptedException {
        long overlap = CatchUp.OVERLAP_SECONDS + information.skewSeconds();
        Stretch newest = Stretch.newest(base.coverage(), wall.seconds(), overlap);
        base.walking(true);
        try {
            return switch (pager.walk(base, newest, () -> false)) {
                case Pager.Outcome.Stopped stopped -> stopped(base, stopped.setback());
                case Pager.Outcome.Ended end -> {
                    base.due().caughtUp();
                    yield Optional.empty();
                }
                case Pager.Outcome.TooWide wide -> halve(base);
                case Pager.Outcome.Yielded yielded -> Optional.empty();
            };
        } finally {
            base.walking(false);
        }
    }

    private Optional<Result> halve(Base base) throws InterruptedException {
        base.walking(false);
        return bases.halve(base) ? Optional.empty() : ended(base, WalkEnd.UNANSWERED);
    }

    private Optional<Result> topEnded(Base base) {
        base.due().topDone(information.check());
        return Optional.empty();
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

    private static boolean hasOpenWalk(Base base) {
        return base.coverage().walk().isPresent();
    }
}
