package dev.sluice.sync;

import dev.sluice.budget.Advertised;
import dev.sluice.budget.Budgets;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.pace.Allowance;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a first connection keeps to, by a relay's information document and by what the software that it names is known to
 * do.
 *
 * @param values the most values of one tag in a filter
 * @param rate of starts that it takes
 * @param connections of one address that it takes
 */
public record DocumentedLimits(
        Budgets budgets, OptionalInt values, Optional<Allowance.Rate> rate, OptionalInt connections) {

    /** Of a relay with this document. */
    public static DocumentedLimits of(RelayInformation document, boolean owned) {
        Software software =
                Software.named(document.software(), Software.table()).orElse(Software.UNKNOWN);
        Advertised advertised = advertised(document.limitation(), wide(software.subscriptions()));
        return new DocumentedLimits(
                budgets(advertised, owned), software.values(), software.rate(), software.connections());
    }

    /** Of a relay without one. */
    public static DocumentedLimits none(boolean owned) {
        return new DocumentedLimits(
                budgets(Advertised.NOTHING, owned), OptionalInt.empty(), Optional.empty(), OptionalInt.empty());
    }

    /** @param subscriptions what is known otherwise of how many it allows */
    static Advertised advertised(RelayLimitation limits, OptionalLong subscriptions) {
        return new Advertised(
                true,
                wide(limits.maxSubscriptions()),
                wide(limits.maxMessageLength()),
                OptionalLong.empty(),
                wide(limits.maxLimit()),
                subscriptions);
    }

    static Budgets budgets(Advertised advertised, boolean owned) {
        return owned ? Budgets.owned(advertised) : Budgets.foreign(advertised);
    }

    static OptionalLong wide(OptionalInt value) {
        return value.isPresent() ? OptionalLong.of(value.getAsInt()) : OptionalLong.empty();
    }
}
