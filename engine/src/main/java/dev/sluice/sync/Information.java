package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.budget.Advertised;
import dev.sluice.budget.Budgets;
import dev.sluice.negentropy.Reconciler;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.session.RelayPace;
import dev.sluice.time.WallClock;
import dev.sluice.wire.Dialer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * What follows from a relay's information document, fetched for each connection. When that fails, the last one counts for
 * a day and may only lower budgets (RULES 5.6).
 *
 * @param documented whether there is a document
 * @param messageBytes of one message that it takes, when it says so
 * @param skewSeconds how far the relay's clock is from ours, as far as it says; zero when it is near enough
 * @param software what is known of the program
 */
record Information(
        boolean documented,
        Budgets budgets,
        OptionalInt maxLimit,
        OptionalInt defaultLimit,
        OptionalInt messageBytes,
        long skewSeconds,
        Software software) {
    /** What is asked at most for a second that holds more than a page, and only where the relay advertises so much. */
    private static final int RAISED_MOST = 5_000;

    /** What relays take whose message cap is that of strfry, 131,072 bytes, with room to spare. */
    static final int FRAME_BYTES = 60_000;

    /** What stands around the hex of a frame, in bytes. */
    private static final int FRAME_ENVELOPE = 100;

    /** So long a document counts that can't be had anew. */
    static final Duration STORED_COUNTS = Duration.ofHours(24);

    /** A relay's clock that is off by more is warned of (RULES 7.3). */
    private static final long NEAR_SECONDS = 60;

    /** Fetches the document, or takes the stored one. Blocks. */
    static Information fetch(MirrorPlan.Source source, Parts parts) throws InterruptedException {
        RelayUrl relay = source.relay();
        Catalogue catalogue = parts.catalogue();
        Reading reading = new Reading(
                source.owned(),
                RelayMemory.number(catalogue, relay, RelayMemory.MAX_SUBSCRIPTIONS, parts.wall()),
                parts);
        if (parts.dialer().information(relay.uri()) instanceof Dialer.Fetched.Document document) {
            Optional<RelayInformation> fresh = parse(document.json());
            if (fresh.isPresent()) {
                catalogue.document(relay, document.json(), parts.wall().seconds());
                return reading.of(fresh.get(), skew(document.serverSeconds(), parts.wall()));
            }
        }
        Information nothing = reading.ofNothing();
        return stored(relay, catalogue, parts.wall())
                .map(information -> reading.of(information, 0).lowered(nothing.budgets()))
                .orElse(nothing);
    }

    /** How a document is read for one relay. */
    private record Reading(boolean owned, OptionalLong learned, Parts parts) {

        Information of(RelayInformation document, long skewSeconds) {
            RelayLimitation limits = document.limitation();
            Software software =
                    Software.named(document.software(), parts.software()).orElse(Software.UNKNOWN);
            OptionalLong known = least(learned, DocumentedLimits.wide(software.subscriptions()));
            Advertised advertised = DocumentedLimits.advertised(limits, known);
            return new Information(
                    true,
                    DocumentedLimits.budgets(advertised, owned),
                    limits.maxLimit(),
                    limits.defaultLimit(),
                    limits.maxMessageLength(),
                    skewSeconds,
                    software);
        }

        Information ofNothing() {
            Advertised nothing = new Advertised(
                    false,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    learned);
            OptionalInt unsaid = OptionalInt.empty();
            return new Information(
                    false, DocumentedLimits.budgets(nothing, owned), unsaid, unsaid, unsaid, 0, Software.UNKNOWN);
        }

        private static OptionalLong least(OptionalLong one, OptionalLong other) {
            return LongStream.concat(one.stream(), other.stream()).min();
        }
    }

    private static Optional<RelayInformation> stored(RelayUrl relay, Catalogue catalogue, WallClock wall)
            throws InterruptedException {
        return catalogue
                .document(relay)
                .filter(document -> wall.seconds() - document.fetchedAt() <= STORED_COUNTS.toSeconds())
                .flatMap(document -> parse(document.json()));
    }

    private static Optional<RelayInformation> parse(String json) {
        return RelayInformation.parse(json) instanceof Decoded.Message<RelayInformation> message
                ? Optional.of(message.value())
                : Optional.empty();
    }

    private static long skew(OptionalLong serverSeconds, WallClock wall) {
        long off = serverSeconds.isPresent() ? Math.abs(serverSeconds.getAsLong() - wall.seconds()) : 0;
        return off > NEAR_SECONDS ? off : 0;
    }

    private Information lowered(Budgets most) {
        Budgets least = new Budgets(
                Math.min(budgets.subscriptions(), most.subscriptions()),
                Math.min(budgets.payloadBytes(), most.payloadBytes()),
                Math.min(budgets.chunkBytes(), most.chunkBytes()),
                Math.min(budgets.filters(), most.filters()),
                Math.min(budgets.pageLimit(), most.pageLimit()));
        return new Information(false, least, maxLimit, OptionalInt.empty(), messageBytes, skewSeconds, software);
    }

    /** What the pages of a new connection start from, if these are the filters. */
    Paging paging(List<Filter> filters) {
        int asked = filters.stream().map(FilterShape::of).anyMatch(FilterShape::isOpen)
                ? Math.min(budgets.pageLimit(), software.openLimit().orElse(Integer.MAX_VALUE))
                : budgets.pageLimit();
        int raised = asked < budgets.pageLimit() ? asked : Math.min(RAISED_MOST, maxLimit.orElse(asked));
        return new Paging(asked, Math.max(asked, raised), defaultLimit);
    }

    /**
     * How long a negentropy frame of ours may be: what most relays use, and twice as long in hex no more than a message
     * may be. Zero where not even the least frame would pass.
     *
     * @param most a lower bound of the operator's
     */
    int frameBytes(int most) {
        int cap = messageBytes.isPresent() ? Math.max(0, messageBytes.getAsInt() - FRAME_ENVELOPE) / 2 : most;
        int frame = Math.min(most, cap);
        return frame < Reconciler.LEAST_FRAME_LIMIT ? 0 : frame;
    }

    /** Keeps a pace to what the relay is known to allow; an operator's own relay knows its owner. */
    void pace(RelayPace pace, boolean owned) {
        if (!owned) {
            software.rate().ifPresent(pace.allowance()::keepTo);
        }
    }

    /** How often what is new is checked beside live coverage (RULES 3.3). */
    Duration check() {
        return software.evicts() ? Due.CHECK_EVICTING : Due.CHECK;
    }

    /** What is asked again where a walk meets what is held, in seconds. */
    long overlapSeconds() {
        return Stretch.OVERLAP_SECONDS + skewSeconds;
    }
}
