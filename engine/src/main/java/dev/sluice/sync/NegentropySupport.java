package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.time.WallClock;
import java.time.Duration;

/**
 * Whether a relay does negentropy, as far as it has shown: its document is no proof. What it refused is remembered beyond
 * the process and tried again after days. One thread uses it.
 */
final class NegentropySupport {
    /** After clear words. */
    private static final Duration REFUSED = Duration.ofDays(7);

    /** After silence, a cut or nonsense, which may have had another reason. */
    private static final Duration FAILED = Duration.ofDays(1);

    private final RelayUrl relay;
    private final Catalogue catalogue;
    private final WallClock wall;

    // mutable state
    private long missingUntil;
    private boolean proven;

    private NegentropySupport(RelayUrl relay, Catalogue catalogue, WallClock wall, long missingUntil) {
        this.relay = relay;
        this.catalogue = catalogue;
        this.wall = wall;
        this.missingUntil = missingUntil;
    }

    /** What is known of a relay. Blocks. */
    static NegentropySupport of(RelayUrl relay, Catalogue catalogue, WallClock wall) throws InterruptedException {
        long until = catalogue.memories(relay, wall.seconds()).stream()
                .filter(memory -> memory.topic().equals(RelayMemory.NEGENTROPY))
                .mapToLong(Catalogue.Memory::until)
                .max()
                .orElse(0);
        return new NegentropySupport(relay, catalogue, wall, until);
    }

    /** Whether it is worth a try. */
    boolean isLikely() {
        return wall.seconds() >= missingUntil;
    }

    /** Whether the relay has answered a session of ours. */
    boolean isProven() {
        return proven;
    }

    void answered() {
        proven = true;
    }

    /** The relay said that it does not do it. */
    void refused(String text) throws InterruptedException {
        missing(text, REFUSED);
    }

    /** It did not go well. */
    void failed(String text) throws InterruptedException {
        missing(text, FAILED);
    }

    private void missing(String text, Duration span) throws InterruptedException {
        missingUntil = wall.seconds() + span.toSeconds();
        RelayMemory.negentropyMissing(catalogue, relay, text, missingUntil, wall);
    }
}
