package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.plan.Chunk;
import dev.sluice.plan.CoveragePlan;
import dev.sluice.plan.Group;
import dev.sluice.plan.RequestBytes;
import dev.sluice.session.AdmissionScope;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Opens the live coverage of one generation, what is essential first and then whole tiers, and decides what to do when the
 * relay does not let it: smaller requests, fewer bytes in all, or another try after a rest. Worker's thread only, but for
 * {@link #rest} and {@link #rotating}.
 */
final class LiveUpkeep {
    private static final Duration FAR = Duration.ofDays(1);

    /** Tries in a row without a rest: four steps of filters, seven halvings of bytes, and some for a cap on all. */
    private static final int MOST_STEPS = 16;

    private final RelaySession session;
    private final LiveCoverage live;
    private final TierUpkeep tiers;
    private final Parts parts;
    private final Share share;
    private final Consumer<String> warning;
    private final RequestSizes sizes;
    private final LivePlanning planning;
    private final LiveRefusals refusals;

    // mutable state
    private int failures;
    private long retryNanos;
    private boolean stale;
    private boolean whole;
    private boolean gap;

    // written by the worker's thread, read by any
    private volatile List<Chunk> rest = List.of();

    /**
     * @param live what is essential
     * @param warning takes what an operator has to know
     */
    LiveUpkeep(
            LiveConnection.Terms terms,
            Share share,
            RelaySession session,
            LiveCoverage live,
            TierUpkeep tiers,
            Parts parts,
            Consumer<String> warning) {
        this.session = session;
        this.live = live;
        this.tiers = tiers;
        this.parts = parts;
        this.share = share;
        this.warning = warning;
        this.sizes = new RequestSizes(terms, session.pace().retained());
        this.planning = new LivePlanning(terms, share, session, sizes, parts.wall());
        this.refusals = new LiveRefusals(terms.source().relay(), sizes, planning);
    }

    /** When {@link #open} is to be called, on the clock of {@link dev.sluice.time.Time#nanos}. */
    long retryNanos() {
        return retryNanos;
    }

    /** What refusals have taught by now. */
    Learned learned() {
        return sizes.learned();
    }

    void learn(Learned more) {
        sizes.learn(more);
    }

    /** What is not live since all together would weigh too much for the relay. */
    List<Chunk> rest() {
        return rest;
    }

    /** All that is to be live, whether it is or not. */
    List<Chunk> all() {
        return planning.all();
    }

    /** Whether all that is essential is live, as far as bytes allow. */
    boolean isWhole() {
        return whole;
    }

    /** Refusals in a row that nothing helps against. */
    int failures() {
        return failures;
    }

    /** What of the tiers is not live. */
    List<Chunk> rotating() {
        return tiers.rotating();
    }

    /** The relay has ended a live subscription: with it goes all that is essential, or every tier (RULES 3.4). */
    void lost(Request request) {
        if (live.holds(request)) {
            live.close();
            whole = false;
            retryNanos = parts.time().nanos();
        } else if (tiers.holds(request)) {
            restTiers();
        }
    }

    /** Something else is wanted: at once, unless the relay is being given time. */
    void wanted() {
        stale = true;
        if (failures == 0) {
            retryNanos = parts.time().nanos();
        }
    }

    /** Whether, since the last call, something was not live for a while or has ceased to be. */
    boolean takeGap() {
        gap |= live.takeGap();
        gap |= tiers.takeGap();
        boolean was = gap;
        gap = false;
        return was;
    }

    /** The relay bears less than was known: filters are cut to it, and what is live is looked at again if it is too much. */
    void bearsLess() throws InterruptedException {
        var unused = sizes.cut();
        boolean many = live.groups() + tiers.groups() > planning.room();
        if (live.isOpen() && (many || live.bytes() + tiers.bytes() > planning.bytes())) {
            stale = true;
            retryNanos = parts.time().nanos();
        }
    }

    /** Closes all of it, for good. */
    void close() {
        tiers.close();
        live.close();
    }

    /** Opens live coverage unless it is open, or what has to take its place. */
    void open() throws InterruptedException {
        Optional<Duration> retry = live.isOpen() && !stale ? Optional.empty() : tryOpen();
        for (int step = 0; retry.isPresent() && retry.get().isZero(); step++) {
            // a refused request counts for a relay that counts queries
            session.pace().background().awaitTurn();
            retry = step < MOST_STEPS ? tryOpen() : Optional.of(pause(failures++));
        }
        retryNanos = parts.time().after(retry.orElse(FAR));
    }

    /** One try: empty when there is nothing to be tried again, zero when at once. */
    private Optional<Duration> tryOpen() throws InterruptedException {
        long bytes = planning.bytes();
        whole = false;
        CoveragePlan wanted = planning.next(share.historyRests());
        List<List<Filter>> essential = planning.live(wanted.liveEssential());
        if (essential.isEmpty()) {
            return historyOnly(wanted);
        }
        makeRoom(essential);
        return switch (live.open(essential)) {
            case AdmissionScope.Outcome.Open open -> {
                opened(wanted);
                yield openTiers(wanted, bytes);
            }
            case AdmissionScope.Outcome.NotStarted notStarted -> retry(notStarted.why());
            case AdmissionScope.Outcome.Refused refused ->
                Optional.of(
                        refusals.help(refused.terminal(), refused.group(), bytes)
                                ? Duration.ZERO
                                : isOver(refused.terminal()) ? FAR : pause(failures++));
        };
    }

    /** Tiers give way to what is essential, and are no part of what is restored if that fails. */
    private void makeRoom(List<List<Filter>> essential) {
        long opens = essential.stream().filter(group -> !live.holds(group)).count();
        boolean crowded = live.groups() + tiers.groups() + opens > planning.room();
        if (opens > 0
                && tiers.groups() > 0
                && (crowded || session.pace().retained().isKnown())) {
            tiers.close();
        }
    }

    private Optional<Duration> openTiers(CoveragePlan plan, long bytes) throws InterruptedException {
        List<Group> groups = plan.tiers().groups();
        List<Group> others =
                plan.rotating().values().stream().flatMap(List::stream).toList();
        if (tiers.isResting()) {
            tiers.close(groups, others);
            return untilTiers();
        }
        return switch (tiers.open(groups, planning.live(groups), others)) {
            case AdmissionScope.Outcome.Open open -> consolidation();
            case AdmissionScope.Outcome.NotStarted notStarted -> retry(notStarted.why());
            case AdmissionScope.Outcome.Refused refused -> {
                if (refusals.help(refused.terminal(), refused.group(), bytes)) {
                    stale = true;
                    yield Optional.of(Duration.ZERO);
                }
                yield isOver(refused.terminal()) ? Optional.empty() : restTiers();
            }
        };
    }

    /** Where packing anew would make more of it live, that is done once history rests. */
    private Optional<Duration> consolidation() {
        if (!planning.wishesConsolidation()) {
            return Optional.empty();
        }
        stale = true;
        return Optional.of(Rotation.TICK);
    }

    private Optional<Duration> restTiers() {
        tiers.rest(pause(tiers.failures()));
        tiers.close();
        stale = true;
        retryNanos = parts.time().nanos();
        return Optional.of(Duration.ZERO);
    }

    private Optional<Duration> untilTiers() {
        stale = true;
        return Optional.of(
                Duration.ofNanos(Math.max(1, tiers.notBefore() - parts.time().nanos())));
    }

    private void opened(CoveragePlan plan) {
        failures = 0;
        stale = false;
        whole = true;
        rests(plan.rest());
        if (!rest.isEmpty()) {
            warning.accept("live subscriptions may have " + planning.bytes() + " bytes together and all filters need "
                    + RequestBytes.ofAll(plan.essential().groups()) + ": " + rest.size()
                    + " filters are not live and looked at every " + CatchUp.EVERY.toMinutes() + " minutes");
        }
    }

    /** No part of the set is live when the subscriptions do not suffice; when the bytes do not, what fits is none. */
    private Optional<Duration> historyOnly(CoveragePlan wanted) {
        tiers.close(List.of(), List.of());
        live.close();
        stale = false;
        rests(wanted.rest());
        whole = wanted.isLive();
        int needed = wanted.essential().size();
        if (needed > 0 && !share.isMoving()) {
            boolean capped = session.pace().retained().isKnown();
            warning.accept("only history is mirrored: live coverage needs " + needed + " subscriptions of "
                    + RequestBytes.ofAll(wanted.essential().groups()) + " bytes, and there are " + planning.room()
                    + " for it of the " + session.ledger().budget() + " that the relay allows"
                    + (capped ? ", and " + planning.bytes() + " bytes" : ""));
        }
        return Optional.empty();
    }

    private void rests(List<Group> groups) {
        List<Chunk> chunks =
                groups.stream().flatMap(group -> group.chunks().stream()).toList();
        gap |= !chunks.equals(rest);
        rest = chunks;
    }

    private Optional<Duration> retry(Start.NotStarted why) {
        return switch (why) {
            case Start.Over over -> Optional.empty();
            case Start.Paused paused -> Optional.of(paused.left());
            // the ledger has shrunk meanwhile: what fits now is looked at at once
            case Start.OverBudget overBudget -> Optional.of(Duration.ZERO);
        };
    }

    private static boolean isOver(Terminal terminal) {
        return terminal instanceof Terminal.Gone;
    }

    private Duration pause(int row) {
        Duration own = Rests.after(row);
        Duration paused = session.pace().pauses().blocked().orElse(Duration.ZERO);
        return own.compareTo(paused) < 0 ? paused : own;
    }
}
