package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.time.WallClock;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;

/** What the catalogue is told to remember of a relay, under topics of a fixed vocabulary. */
final class RelayMemory {
    /** The most subscriptions that a relay was seen to bear at once. */
    static final String MAX_SUBSCRIPTIONS = "max_subscriptions";

    /** The most bytes that all open subscriptions may have together. */
    static final String RETAINED_BYTES = "retained_bytes";

    /** The most bytes that the filter values of one request may have. */
    static final String PAYLOAD_BYTES = "payload_bytes";

    /** Whether the relay does negentropy. */
    static final String NEGENTROPY = "negentropy";

    /** The most connections that it took of us at once, where it refused more. */
    static final String MAX_CONNECTIONS = "max_connections";

    private static final Set<String> NUMBERS = Set.of(MAX_SUBSCRIPTIONS, RETAINED_BYTES, PAYLOAD_BYTES);

    private RelayMemory() {}

    /** Remembers a number under one of the topics above, for a week. */
    static void remember(Catalogue catalogue, RelayUrl relay, String topic, long number, WallClock wall)
            throws InterruptedException {
        long now = wall.seconds();
        long until = now + span(relay).toSeconds();
        catalogue.remember(relay, new Catalogue.Memory(topic, Long.toString(number), "", now, until));
    }

    /** How long a number counts: a week give or take a tenth, so that not all relays are tried anew at once. */
    static Duration span(RelayUrl relay) {
        return Due.recheck(new SplittableRandom(relay.hashCode()));
    }

    /** When the first of the numbers that are remembered is void, in seconds; 0 when there are none. */
    static long until(Catalogue catalogue, RelayUrl relay, WallClock wall) throws InterruptedException {
        return catalogue.memories(relay, wall.seconds()).stream()
                .filter(memory -> NUMBERS.contains(memory.topic()))
                .mapToLong(Catalogue.Memory::until)
                .min()
                .orElse(0);
    }

    /** The least number that is remembered under a topic. */
    static OptionalLong number(Catalogue catalogue, RelayUrl relay, String topic, WallClock wall)
            throws InterruptedException {
        return catalogue.memories(relay, wall.seconds()).stream()
                .filter(memory -> memory.topic().equals(topic))
                .filter(memory -> memory.value().matches("\\d{1,12}"))
                .mapToLong(memory -> Long.parseLong(memory.value()))
                .min();
    }

    /** Remembers until a moment that a relay does no negentropy, and how it said so. */
    static void negentropyMissing(Catalogue catalogue, RelayUrl relay, String text, long until, WallClock wall)
            throws InterruptedException {
        catalogue.remember(relay, new Catalogue.Memory(NEGENTROPY, "missing", text, wall.seconds(), until));
    }
}
