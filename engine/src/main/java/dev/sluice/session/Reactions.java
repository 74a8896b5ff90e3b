package dev.sluice.session;

import dev.sluice.budget.SlotLedger;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.metrics.RefusalRecord;
import dev.sluice.pace.Gate;
import dev.sluice.pace.Pauses;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** What a refusal does to the relay's pace and to the session's ledger, at once and whoever asked. */
final class Reactions {
    /** Words that are found in what relays say to one connection too many. */
    private static final Pattern CONNECTIONS =
            Pattern.compile("connections?\\b|clients\\b|sockets?\\b|capacity|address", Pattern.CASE_INSENSITIVE);

    private final RelayPace pace;
    private final SlotLedger ledger;
    private final Registry registry;
    private final Signals signals;
    private final Metrics metrics;
    private final Optional<Runnable> leave;
    private volatile boolean wantsAuth;
    private volatile boolean told;

    /** @param leave ends a connection that the relay does not want beside another of ours; empty for the only one */
    Reactions(
            RelayPace pace,
            SlotLedger ledger,
            Registry registry,
            Signals signals,
            Metrics metrics,
            Optional<Runnable> leave) {
        this.pace = pace;
        this.ledger = ledger;
        this.registry = registry;
        this.signals = signals;
        this.metrics = metrics;
        this.leave = leave;
    }

    /** What the relay said by ending the connection. That one too many was ended says nothing of the pace of others. */
    void reactToEnd(Refusal refusal) {
        boolean unwelcome = refusal instanceof Refusal.Rate || refusal instanceof Refusal.Policy;
        if (leave.isPresent() && unwelcome) {
            unwelcome(refusal);
        } else {
            react(refusal);
        }
    }

    private void unwelcome(Refusal refusal) {
        count(refusal);
        if (!told) {
            told = true;
            signals.add(new Signal.Unwelcome(refusal));
            // nobody is to wait for an answer
            leave.ifPresent(Runnable::run);
        }
    }

    /** Too many at once lowers concurrency, too fast widens spacing; the two are never mixed. */
    void react(Refusal refusal) {
        if (leave.isPresent()
                && refusal instanceof Refusal.Rate rate
                && CONNECTIONS.matcher(rate.text()).find()) {
            unwelcome(rate);
            return;
        }
        count(refusal);
        switch (refusal) {
            case Refusal.Rate rate -> slowDown(rate.waitSeconds());
            case Refusal.TooManyQueries queries -> {
                if (queries.countsFilters()) {
                    pace.reactive().countFilters();
                }
                slowDown(queries.waitSeconds());
            }
            case Refusal.SubscriptionLimit limit -> shrink(limit.limit());
            case Refusal.AuthRequired auth -> {
                wantsAuth = true;
                pace.pauses().begin(Pauses.Kind.POLICY);
            }
            case Refusal.Policy policy -> pace.pauses().begin(Pauses.Kind.POLICY);
            case Refusal.InvalidFilter invalid -> {}
            case Refusal.FilterCount count -> {}
            case Refusal.TooBig big -> {}
            case Refusal.RetainedBytes retained -> cap(retained);
            case Refusal.TooManyResults results -> {}
            case Refusal.Transient trouble -> {}
            case Refusal.Unknown unknown -> {}
            case Refusal.NegentropyUnsupported unsupported -> {}
            case Refusal.NegentropyTooBig big -> {}
            case Refusal.NegentropyTooMany many -> pace.pauses().begin(Pauses.Kind.NEGENTROPY);
            case Refusal.NegentropyExpired expired -> {}
            case Refusal.Harmless harmless -> {}
        }
    }

    /** The refusal of a negentropy session. When slow frames are still too fast, negentropy rests (RULES 5.3). */
    void reactToNegentropy(Refusal refusal) {
        boolean slow = pace.negentropy().spacing().equals(Gate.NEGENTROPY_SLOW);
        react(refusal);
        if (slow && (refusal instanceof Refusal.Rate || refusal instanceof Refusal.TooManyQueries)) {
            pace.pauses().begin(Pauses.Kind.NEGENTROPY);
        }
    }

    /** A request for history ended before its EOSE for the relay's own trouble: an answer is missing (RULES 4.6). */
    void brokenOff() {
        pace.pauses().begin(Pauses.Kind.INCOMPLETE);
    }

    /** Counts what needs no reaction of the whole session. */
    void count(Refusal refusal) {
        pace.lastRefusal().note(refusal);
        Refusal.Reaction reaction = refusal.reaction();
        metrics.count(reaction.counter());
        if (refusal instanceof Refusal.Unknown) {
            metrics.count(Counter.REFUSALS_UNKNOWN);
        }
        RefusalRecord.made(reaction.name());
    }

    /** Whether the relay has asked who we are. */
    boolean wantsAuth() {
        return wantsAuth;
    }

    private void slowDown(OptionalLong waitSeconds) {
        if (pace.pauses().begin(Pauses.Kind.RATE, Duration.ofSeconds(waitSeconds.orElse(0)))) {
            pace.reactive().widen(pace.background().spacing());
            pace.negentropy().spacing(Gate.NEGENTROPY_SLOW);
        }
    }

    /** Without a number: what was open before the newest request, which the relay bore; or half of that one alone. */
    private void cap(Refusal.RetainedBytes refusal) {
        long open = registry.bytes();
        int newest = registry.newest(request -> true).map(Request::bytes).orElse(0);
        long borne = open > newest ? open - newest : open / 2;
        if (pace.retained().learn(refusal.bytes().orElse(borne))) {
            signals.add(new Signal.Capped());
        }
    }

    private void shrink(OptionalLong limit) {
        ledger.overdrawn(limit);
        signals.add(new Signal.Shrunk());
    }
}
