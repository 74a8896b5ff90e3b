package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.time.WallClock;
import java.time.Duration;

/** What the catalogue is told to remember of a relay, under topics of a fixed vocabulary. */
final class RelayMemory {
    /** The most subscriptions that a relay was seen to bear at once. */
    static final String MAX_SUBSCRIPTIONS = "max_subscriptions";

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
}
