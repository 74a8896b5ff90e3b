package dev.sluice.session;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.sluice.budget.SlotLedger;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.pace.Gate;
import dev.sluice.pace.Pauses;
import java.time.Duration;
import java.util.OptionalLong;

/** What a refusal does to the relay's pace and to the session's ledger, at once and whoever asked. */
final class Reactions {
    private final RelayPace pace;
    private final SlotLedger ledger;
    private final Registry registry;
    private final Signals signals;
    private final Metrics metrics;
    private volatile boolean wantsAuth;

    Reactions(RelayPace pace, SlotLedger ledger, Registry registry, Signals signals, Metrics metrics) {
        this.pace = pace;
        this.ledger = ledger;
        this.registry = registry;
        this.signals = signals;
        this.metrics = metrics;
    }

    /** Too many at once lowers concurrency, too fast widens spacing; the two are never mixed. */
    void react(Refusal refusal) {
        switch (refusal) {
            case Refusal.Rate rate -> slowDown(rate.waitSeconds());
            case Refusal.TooManyQueries queries -> slowDown(queries.waitSeconds());
            case Refusal.SubscriptionLimit limit -> shrink(limit);
            case Refusal.AuthRequired auth -> {
                wantsAuth = true;
                pause(Pauses.Kind.POLICY, Counter.REFUSALS_AUTH);
            }
            case Refusal.Policy policy -> pause(Pauses.Kind.POLICY, Counter.REFUSALS_POLICY);
            case Refusal.InvalidFilter invalid -> metrics.count(Counter.REFUSALS_FILTERS);
            case Refusal.FilterCount count -> metrics.count(Counter.REFUSALS_FILTERS);
            case Refusal.TooBig big -> metrics.count(Counter.REFUSALS_SIZE);
            case Refusal.RetainedBytes retained -> cap(retained);
            case Refusal.TooManyResults results -> metrics.count(Counter.REFUSALS_SIZE);
            case Refusal.Transient trouble -> metrics.count(Counter.REFUSALS_UNKNOWN);
            case Refusal.Unknown unknown -> metrics.count(Counter.REFUSALS_UNKNOWN);
            case Refusal.NegentropyUnsupported unsupported -> {}
            case Refusal.NegentropyTooBig big -> metrics.count(Counter.REFUSALS_SIZE);
            case Refusal.NegentropyTooMany many -> pause(Pauses.Kind.NEGENTROPY, Counter.REFUSALS_NEGENTROPY);
            case Refusal.NegentropyExpired expired -> {}
            case Refusal.Harmless harmless -> {}
        }
    }

    /** Whether the relay has asked who we are. */
    boolean wantsAuth() {
        return wantsAuth;
    }

    private void slowDown(OptionalLong waitSeconds) {
        if (pause(Pauses.Kind.RATE, Counter.REFUSALS_RATE, Duration.ofSeconds(waitSeconds.orElse(0)))) {
            pace.reactive().widen();
            pace.negentropy().spacing(Gate.NEGENTROPY_SLOW);
        }
    }

    private void pause(Pauses.Kind kind, Counter counter) {
        pause(kind, counter, Duration.ZERO);
    }

    @CanIgnoreReturnValue
    private boolean pause(Pauses.Kind kind, Counter counter, Duration least) {
        metrics.count(counter);
        boolean began = pace.pauses().begin(kind, least);
        if (began) {
            metrics.count(Counter.PAUSES);
        }
        return began;
    }

    /** Without a number: what was open before the newest request, which the relay bore; or half of that one alone. */
    private void cap(Refusal.RetainedBytes refusal) {
        metrics.count(Counter.REFUSALS_SIZE);
        long open = registry.bytes();
        int newest = registry.newest(request -> true).map(Request::bytes).orElse(0);
        long borne = open > newest ? open - newest : open / 2;
        if (pace.retained().learn(refusal.bytes().orElse(borne))) {
            signals.add(new Signal.Capped());
        }
    }

    /** The refused request holds a slot itself, so what the relay allows is at most one less than is held. */
    private void shrink(Refusal.SubscriptionLimit refusal) {
        metrics.count(Counter.REFUSALS_SUBSCRIPTIONS);
        int held = ledger.budget() - ledger.free();
        long stated = refusal.limit().orElse(held - 1L);
        ledger.shrink((int) Math.max(1, Math.min(stated, held - 1L)));
        signals.add(new Signal.Shrunk());
    }
}
