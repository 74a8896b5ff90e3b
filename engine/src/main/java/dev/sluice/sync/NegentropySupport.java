package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.session.LastRefusal;
import dev.sluice.time.WallClock;
import java.time.Duration;

/**
 * Whether a relay does negentropy, as far as it has shown: its document is no proof. What it refused is remembered beyond
 * the process and tried again after days. One thread uses it, any may ask what it has come
 * to.
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
    private volatile long missingUntil;
    private volatile boolean proven;
    private volatile String why;

    private NegentropySupport(RelayUrl relay, Catalogue catalogue, WallClock wall, long missingUntil) {
        this.relay = relay;
        this.catalogue = catalogue;
        this.wall = wall;
        this.missingUntil = missingUntil;
        this.why = isLikely() ? "not tried yet: the first walk goes by pages" : "it was seen to do no negentropy";
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
        why = "";
    }

    /** What it lists could not be had by it this time. */
    void unfit(String reason) {
        why = LastRefusal.beginning(reason);
    }

    /** How history is fetched, by what was seen last. */
    RelayStatus.Method method() {
        return isLikely() && why.isEmpty() ? RelayStatus.Method.NEGENTROPY : RelayStatus.Method.PAGES;
    }

    /** Why not by negentropy; "" when it is. */
    String why() {
        return why;
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
        why = LastRefusal.beginning(text);
        RelayMemory.negentropyMissing(catalogue, relay, text, missingUntil, wall);
    }
}
