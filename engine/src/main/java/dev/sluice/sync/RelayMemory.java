package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.time.WallClock;
import java.time.Duration;

/** What the catalogue is told to remember of a relay, under topics of a fixed vocabulary. */
final class RelayMemory {
    /** The most subscriptions that a relay was seen to bear at once. */
    static final String MAX_SUBSCRIPTIONS = "max_subscriptions";

    /** Whether the relay does negentropy. */
    static final String NEGENTROPY = "negentropy";

    private static final Duration COUNTS = Duration.ofDays(7);

    private RelayMemory() {}

    /** Remembers a lower number of subscriptions for a week. */
    static void subscriptions(Catalogue catalogue, RelayUrl relay, int most, WallClock wall)
            throws InterruptedException {
        long now = wall.seconds();
        catalogue.remember(
                relay,
                new Catalogue.Memory(MAX_SUBSCRIPTIONS, Integer.toString(most), "", now, now + COUNTS.toSeconds()));
    }

    /** Remembers until a moment that a relay does no negentropy, and how it said so. */
    static void negentropyMissing(Catalogue catalogue, RelayUrl relay, String text, long until, WallClock wall)
            throws InterruptedException {
        catalogue.remember(relay, new Catalogue.Memory(NEGENTROPY, "missing", text, wall.seconds(), until));
    }
}
