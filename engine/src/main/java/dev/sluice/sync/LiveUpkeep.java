package dev.sluice.sync;

import dev.sluice.budget.ByteCap;
import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.LiveGroups;
import dev.sluice.plan.RequestBytes;
import dev.sluice.session.AdmissionScope;
import dev.sluice.session.Refusal;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the live coverage of one generation and decides what to do when the relay does not let it: smaller requests, fewer
 * bytes in all, or another try after a rest. Worker's thread only, but for {@link #rest}.
 */
final class LiveUpkeep {
    private static final Logger LOG = LoggerFactory.getLogger(LiveUpkeep.class);
    private static final Duration FAR = Duration.ofDays(1);

    /** Tries in a row without a rest: four steps of filters, seven halvings of bytes, and some for a cap on all. */
    private static final int MOST_STEPS = 16;

    private final Generation.Plan plan;
    private final RelaySession session;
    private final ByteCap retained;
    private final LiveCoverage live;
    private final Parts parts;
    private final Consumer<String> warning;
    private final RequestSizes sizes;

    // mutable state
    private int failures;
    private long retryNanos;
    private boolean stale;
    private final Set<Filter> unfit = new HashSet<>();
    private boolean gap;

    // written by the worker's thread, read by any
    private volatile List<Filter> rest = List.of();
    private volatile List<Filter> rotating = List.of();

    /** @param warning takes what an operator has to know */
    LiveUpkeep(Generation.Plan plan, RelaySession session, LiveCoverage live, Parts parts, Consumer<String> warning) {
        this.plan = plan;
        this.session = session;
        this.retained = session.pace().retained();
        this.live = live;
        this.parts = parts;
        this.warning = warning;
        this.sizes = new RequestSizes(plan, retained);
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

    /** Filters that are not live since all together would weigh too much for the relay. */
    List<Filter> rest() {
        return rest;
    }

    /** Filters of tiers that are not live. */
    List<Filter> rotating() {
        return rotating;
    }

    /** Live coverage is broken: all of it is closed, to be opened anew at once. */
    void broken() {
        live.close();
        retryNanos = parts.time().nanos();
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
        boolean was = live.takeGap() || gap;
        gap = false;
        return was;
    }

    /** The relay bears less than was known: filters are cut to it, and what is live is looked at again if it is too much. */
    void bearsLess() throws InterruptedException {
        var unused = sizes.cut();
        if (live.isOpen() && (live.groups() > room() || live.bytes() > liveBytes())) {
            stale = true;
            retryNanos = parts.time().nanos();
        }
    }

    /** Opens live coverage unless it is open, or what has to take its place. */
    void open() throws InterruptedException {
        Optional<Duration> retry = live.isOpen() && !stale ? Optional.empty() : tryOpen();
        for (int step = 0; retry.isPresent() && retry.get().isZero(); step++) {
            // a refused request counts for a relay that counts queries
            session.pace().background().awaitTurn();
            retry = step < MOST_STEPS ? tryOpen() : Optional.of(pause());
        }
        retryNanos = parts.time().after(retry.orElse(FAR));
    }

    /** One try: empty when there is nothing to be tried again, zero when at once. */
    private Optional<Duration> tryOpen() throws InterruptedException {
        long bytes = liveBytes();
        LiveGroups wanted = LiveGroups.of(liveFilters(), sizes.ceilings(), bytes, room());
        if (wanted.needed() > room() || wanted.groups().isEmpty()) {
            return historyOnly(wanted);
        }
        return switch (live.open(wanted.groups())) {
            case AdmissionScope.Outcome.Open open -> {
                opened(wanted);
                yield Optional.empty();
            }
            case AdmissionScope.Outcome.NotStarted notStarted -> retry(notStarted.why());
            case AdmissionScope.Outcome.Refused refused -> retry(refused.terminal(), refused.group(), bytes);
        };
    }

    private void opened(LiveGroups groups) {
        failures = 0;
        stale = false;
        rests(groups.rest());
        if (!rest.isEmpty()) {
            warning.accept("live subscriptions may have " + liveBytes() + " bytes together and all filters need "
                    + groups.bytes() + ": " + rest.size() + " filters are not live and looked at every "
                    + CatchUp.EVERY.toMinutes() + " minutes");
        }
    }

    /** No part of the set is live when the subscriptions do not suffice; when the bytes do not, what fits is none. */
    private Optional<Duration> historyOnly(LiveGroups wanted) {
        live.close();
        stale = false;
        rests(wanted.rest());
        if (wanted.needed() > 0) {
            warning.accept("only history is mirrored: live coverage needs " + wanted.needed() + " subscriptions of "
                    + wanted.bytes() + " bytes, and there are " + room() + " for it of the "
                    + session.ledger().budget() + " that the relay allows"
                    + (retained.isKnown() ? ", and " + liveBytes() + " bytes" : ""));
        }
        return Optional.empty();
    }

    private void rests(List<Filter> filters) {
        gap |= !filters.equals(rest);
        rest = filters;
    }

    private Optional<Duration> retry(Start.NotStarted why) {
        return switch (why) {
            case Start.Over over -> Optional.empty();
            case Start.Paused paused -> Optional.of(paused.left());
            // the ledger has shrunk meanwhile: what fits now is looked at at once
            case Start.OverBudget overBudget -> Optional.of(Duration.ZERO);
        };
    }

    private Optional<Duration> retry(Terminal terminal, List<Filter> group, long triedBytes)
            throws InterruptedException {
        if (!(terminal instanceof Terminal.Refused refused)) {
            return terminal instanceof Terminal.Gone ? Optional.empty() : Optional.of(pause());
        }
        Refusal refusal = refused.refusal();
        LOG.info("{}: live coverage refused: {}", plan.source().relay(), refusal.text());
        boolean helps = switch (refusal) {
            case Refusal.FilterCount count -> sizes.tooMany(count, group);
            case Refusal.TooBig big -> sizes.tooBig(big, group);
            case Refusal.RetainedBytes retained -> liveBytes() < triedBytes;
            case Refusal.InvalidFilter invalid -> park(group);
            // the ledger has shrunk
            case Refusal.SubscriptionLimit limit -> true;
            case Refusal.Rate rate -> false;
            case Refusal.TooManyQueries queries -> false;
            case Refusal.TooManyResults results -> false;
            case Refusal.AuthRequired auth -> false;
            case Refusal.Policy policy -> false;
            case Refusal.Transient trouble -> false;
            case Refusal.Unknown unknown -> false;
            case Refusal.Harmless harmless -> false;
            case Refusal.NegentropyUnsupported unsupported -> false;
            case Refusal.NegentropyTooBig tooBig -> false;
            case Refusal.NegentropyTooMany many -> false;
            case Refusal.NegentropyExpired expired -> false;
        };
        return Optional.of(helps ? Duration.ZERO : pause());
    }

    /** A filter that the relay does not take is left out once it is alone: history finds out which it is, or this has. */
    private boolean park(List<Filter> group) {
        if (group.size() > 1) {
            return false;
        }
        Filter refused = group.get(0).withLimit(OptionalInt.empty());
        unfit.add(refused);
        plan.bases().now().stream()
                .filter(base -> refused.covers(base.filter()))
                .forEach(base -> base.due().park());
        return true;
    }

    private static Filter live(Filter filter) {
        return filter.withLimit(OptionalInt.of(1));
    }

    private Duration pause() {
        Duration own = Rests.after(failures++);
        Duration paused = session.pace().pauses().blocked().orElse(Duration.ZERO);
        return own.compareTo(paused) < 0 ? paused : own;
    }

    private int room() {
        return session.ledger().most(SlotClass.LIVE);
    }

    /** What all of it may weigh, one transient request of the largest size reserved. */
    private long liveBytes() {
        return retained.live(RequestBytes.ofPage(plan.information().budgets().chunkBytes()));
    }

    /** What ended in the past can't come live, nor what the relay does not take. */
    private List<Filter> liveFilters() throws InterruptedException {
        long now = parts.wall().seconds();
        var unused = sizes.cut();
        List<Filter> parked = plan.bases().now().stream()
                .filter(base -> base.due().isParked())
                .map(Base::filter)
                .toList();
        return plan.bases().essential().stream()
                .filter(filter -> filter.until().orElse(now) >= now)
                .filter(filter -> !unfit.contains(filter) && parked.stream().noneMatch(filter::covers))
                .map(LiveUpkeep::live)
                .toList();
    }
}
