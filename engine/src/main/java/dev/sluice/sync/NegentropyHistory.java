package dev.sluice.sync;

import dev.sluice.archive.EventArchive;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.negentropy.Difference;
import dev.sluice.session.Refusal;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import dev.sluice.sync.NegentropyRound.Result;
import dev.sluice.time.WallClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The whole history of one filter by negentropy: one round where the relay takes it, else a round for each of as few
 * windows as it does take. Used by one thread.
 */
final class NegentropyHistory {
    /** More windows than this are not worth it: history is paged. */
    static final int MOST_WINDOWS = 1_024;

    /** Items of ours in one round: what the largest relays reconcile at once. */
    static final int MOST_ITEMS = 1_000_000;

    private final NegentropyRound round;
    private final NegentropySupport support;
    private final EventArchive archive;
    private final LongSupplier generation;
    private final WallClock wall;
    private final Metrics metrics;

    /**
     * @param generation of the policy under which refused items count as ours, asked at each round
     */
    NegentropyHistory(
            NegentropyRound round,
            NegentropySupport support,
            EventArchive archive,
            LongSupplier generation,
            WallClock wall,
            Metrics metrics) {
        this.round = round;
        this.support = support;
        this.archive = archive;
        this.generation = generation;
        this.wall = wall;
        this.metrics = metrics;
    }

    /** What is done with what a window's round has found. */
    @FunctionalInterface
    interface Findings {
        /** Blocks until it is done; what stood in its way ends the whole. */
        Optional<Setback> found(Difference difference) throws InterruptedException;
    }

    /** How it ended. */
    sealed interface Outcome {
        /**
         * Every window was reconciled.
         *
         * @param start our clock before the first round
         */
        record Reconciled(long start) implements Outcome {}

        /** Negentropy does not do here: history has to be paged. */
        record Unfit(String why) implements Outcome {}

        record Stopped(Setback setback) implements Outcome {}
    }

    /** Blocks until every window is reconciled and what was found is dealt with, or it can't go on. */
    Outcome run(Base base, Findings findings) throws InterruptedException {
        long start = wall.seconds();
        Run run = new Run(base, findings);
        while (!run.open.isEmpty()) {
            Optional<Outcome> end = run.step();
            if (end.isPresent()) {
                metrics.count(Counter.ROUNDS_FAILED);
                return end.get();
            }
        }
        return new Outcome.Reconciled(start);
    }

    private final class Run {
        private final Base base;
        private final Findings findings;
        private final Window whole;
        private final Deque<Window> open = new ArrayDeque<>();
        private int windows = 1;
        private boolean reopened;

        Run(Base base, Findings findings) {
            this.base = base;
            this.findings = findings;
            this.whole = Window.of(base.filter());
            open.add(whole);
        }

        Optional<Outcome> step() throws InterruptedException {
            Window window = open.removeFirst();
            LocalItems local = LocalItems.read(archive, base, whole, window, generation.getAsLong(), MOST_ITEMS);
            if (local.beyond().isPresent()) {
                return cut(window, local.beyond().getAsLong());
            }
            Result result = round.run(window.of(base.filter(), whole), local.items(), support.isProven());
            return switch (result) {
                case Result.Done done -> done(local.real(done.difference()));
                case Result.TooBig tooBig -> tooBig(window, local, tooBig.items());
                case Result.Refused refused -> refused(window, refused.refusal());
                case Result.Silent silent -> silent(silent.opening());
                case Result.Gone gone -> gone(gone.opening());
                case Result.Broken broken -> unfit("the relay's negentropy is broken: " + broken.reason(), true);
                case Result.NotStarted notStarted -> stopped(new Setback.NotStarted(notStarted.why()));
            };
        }

        private Optional<Outcome> done(Difference difference) throws InterruptedException {
            support.answered();
            metrics.count(Counter.ROUNDS);
            return findings.found(difference).map(Outcome.Stopped::new);
        }

        private Optional<Outcome> tooBig(Window window, LocalItems local, OptionalLong cap) {
            support.answered();
            // a little below the cap, for the relay holds what we lack
            long most = cap.isPresent() ? Math.max(1, cap.getAsLong() / 5 * 4) : Long.MAX_VALUE;
            return cut(window, local.cut(window, most, wall.seconds()));
        }

        private Optional<Outcome> cut(Window window, long second) {
            Optional<List<Window>> parts = window.cutAt(second).or(() -> window.cutAt(window.middle(wall.seconds())));
            if (parts.isEmpty()) {
                return Optional.of(new Outcome.Unfit("one second holds more than the relay reconciles"));
            }
            if (++windows > MOST_WINDOWS) {
                return Optional.of(new Outcome.Unfit("it would take more than " + MOST_WINDOWS + " windows"));
            }
            parts.get().reversed().forEach(open::addFirst);
            return Optional.empty();
        }

        private Optional<Outcome> refused(Window window, Refusal refusal) throws InterruptedException {
            if (refusal instanceof Refusal.InvalidFilter) {
                return pageInstead(refusal);
            }
            return switch (refusal.reaction()) {
                case NEG_TIMEOUT -> forgotten(window, refusal);
                case NEG_UNSUPPORTED -> {
                    support.refused(refusal.text());
                    yield Optional.of(new Outcome.Unfit("the relay does no negentropy: " + refusal.text()));
                }
                case RATE_LIMIT, TOO_MANY_QUERIES, SUBSCRIPTION_LIMIT, AUTH_REQUIRED, POLICY_PAUSE ->
                    stopped(new Setback.Failed(new Terminal.Refused(refusal)));
                case NEG_TOO_BIG,
                        NEG_TOO_MANY,
                        RETAINED_BYTES,
                        FILTER_COUNT,
                        FILTER_TOO_BIG,
                        RESULTS_TOO_MANY,
                        TRANSIENT_ERROR,
                        IGNORED -> pageInstead(refusal);
            };
        }

        /** A session that the relay no longer knows is opened once more. */
        private Optional<Outcome> forgotten(Window window, Refusal refusal) {
            if (reopened) {
                return pageInstead(refusal);
            }
            reopened = true;
            open.addFirst(window);
            return Optional.empty();
        }

        private static Optional<Outcome> pageInstead(Refusal refusal) {
            return Optional.of(new Outcome.Unfit("the relay refused a round: " + refusal.text()));
        }

        private Optional<Outcome> silent(boolean opening) throws InterruptedException {
            return opening && !support.isProven()
                    ? unfit("the relay does not answer negentropy", true)
                    : stopped(new Setback.Failed(new Terminal.Idle()));
        }

        /** Some relays hang up on words that they do not know. */
        private Optional<Outcome> gone(boolean opening) throws InterruptedException {
            if (opening && !support.isProven()) {
                support.failed("the connection ended");
            }
            return stopped(new Setback.NotStarted(new Start.Over()));
        }

        private Optional<Outcome> unfit(String why, boolean remembered) throws InterruptedException {
            if (remembered) {
                support.failed(why);
            }
            return Optional.of(new Outcome.Unfit(why));
        }

        private static Optional<Outcome> stopped(Setback setback) {
            return Optional.of(new Outcome.Stopped(setback));
        }
    }
}
