package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.budget.Advertised;
import dev.sluice.budget.Budgets;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.time.WallClock;
import dev.sluice.wire.Dialer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What follows from a relay's information document, fetched for each connection. When that fails, the last one counts for
 * a day and may only lower budgets (RULES 5.6).
 */
record Information(Budgets budgets, OptionalInt maxLimit, OptionalInt defaultLimit) {
    /** What is asked at most for a second that holds more than a page, and only where the relay advertises so much. */
    private static final int RAISED_MOST = 5_000;

    private static final Duration STORED_COUNTS = Duration.ofHours(24);

    /** Fetches the document, or takes the stored one. Blocks. */
    static Information fetch(RelayUrl relay, boolean owned, Dialer dialer, Catalogue catalogue, WallClock wall)
            throws InterruptedException {
        OptionalLong learned = learned(relay, catalogue, wall);
        if (dialer.information(relay.uri()) instanceof Dialer.Fetched.Document document) {
            Optional<RelayLimitation> limits = limits(document.json());
            if (limits.isPresent()) {
                catalogue.document(relay, document.json(), wall.seconds());
                return of(limits.get(), learned, owned);
            }
        }
        Information nothing =
                new Information(budgets(undocumented(learned), owned), OptionalInt.empty(), OptionalInt.empty());
        return stored(relay, catalogue, wall)
                .map(limits -> of(limits, learned, owned).lowered(nothing.budgets()))
                .orElse(nothing);
    }

    private static Optional<RelayLimitation> stored(RelayUrl relay, Catalogue catalogue, WallClock wall)
            throws InterruptedException {
        return catalogue
                .document(relay)
                .filter(document -> wall.seconds() - document.fetchedAt() <= STORED_COUNTS.toSeconds())
                .flatMap(document -> limits(document.json()));
    }

    private static Optional<RelayLimitation> limits(String json) {
        return RelayInformation.parse(json) instanceof Decoded.Message<RelayInformation> message
                ? Optional.of(message.value().limitation())
                : Optional.empty();
    }

    private static OptionalLong learned(RelayUrl relay, Catalogue catalogue, WallClock wall)
            throws InterruptedException {
        return catalogue.memories(relay, wall.seconds()).stream()
                .filter(memory -> memory.topic().equals(RelayMemory.MAX_SUBSCRIPTIONS))
                .filter(memory -> memory.value().matches("\\d{1,6}"))
                .mapToLong(memory -> Long.parseLong(memory.value()))
                .min();
    }

    private static Information of(RelayLimitation limits, OptionalLong learned, boolean owned) {
        Advertised advertised = new Advertised(
                true,
                wide(limits.maxSubscriptions()),
                wide(limits.maxMessageLength()),
                OptionalLong.empty(),
                wide(limits.maxLimit()),
                learned);
        return new Information(budgets(advertised, owned), limits.maxLimit(), limits.defaultLimit());
    }

    private static Advertised undocumented(OptionalLong learned) {
        return new Advertised(
                false, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), learned);
    }

    private static Budgets budgets(Advertised advertised, boolean owned) {
        return owned ? Budgets.owned(advertised) : Budgets.foreign(advertised);
    }

    private Information lowered(Budgets most) {
        Budgets least = new Budgets(
                Math.min(budgets.subscriptions(), most.subscriptions()),
                Math.min(budgets.payloadBytes(), most.payloadBytes()),
                Math.min(budgets.chunkBytes(), most.chunkBytes()),
                Math.min(budgets.filters(), most.filters()),
                Math.min(budgets.pageLimit(), most.pageLimit()));
        return new Information(least, maxLimit, OptionalInt.empty());
    }

    /** What the pages of a new connection start from. */
    Paging paging() {
        int raised = Math.min(RAISED_MOST, maxLimit.orElse(budgets.pageLimit()));
        return new Paging(budgets.pageLimit(), Math.max(budgets.pageLimit(), raised), defaultLimit);
    }

    private static OptionalLong wide(OptionalInt value) {
        return value.isPresent() ? OptionalLong.of(value.getAsInt()) : OptionalLong.empty();
    }
}
