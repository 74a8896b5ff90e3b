package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.budget.Budgets;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.session.RelayPace;
import dev.sluice.time.WallClock;
import java.util.OptionalInt;

/**
 * What a relay's refusals have taught about sizes, beyond its connections and, through the catalogue, beyond the process.
 * A week after the first lesson all are void, so that a relay which allows more by then is asked for more. Used by the
 * thread that dials.
 */
final class Lessons {
    private final RelayUrl relay;
    private final RelayPace pace;
    private final Catalogue catalogue;
    private final WallClock wall;

    // mutable state
    private Learned learned = Learned.NOTHING;
    private long voidAt;

    private Lessons(RelayUrl relay, RelayPace pace, Catalogue catalogue, WallClock wall) {
        this.relay = relay;
        this.pace = pace;
        this.catalogue = catalogue;
        this.wall = wall;
    }

    /** What is remembered of a relay. Blocks. */
    static Lessons recalled(RelayUrl relay, RelayPace pace, Catalogue catalogue, WallClock wall)
            throws InterruptedException {
        Lessons lessons = new Lessons(relay, pace, catalogue, wall);
        lessons.voidAt = RelayMemory.until(catalogue, relay, wall);
        RelayMemory.number(catalogue, relay, RelayMemory.PAYLOAD_BYTES, wall)
                .ifPresent(most -> lessons.learned = lessons.learned.carries(most));
        RelayMemory.number(catalogue, relay, RelayMemory.RETAINED_BYTES, wall)
                .ifPresent(most -> pace.retained().learn(most));
        return lessons;
    }

    Learned learned() {
        return learned;
    }

    /** The most that the values of one filter may weigh, within a budget. */
    int chunkBytes(Budgets budgets) {
        return RequestSizes.capped(learned.chunkBytes(budgets), pace.retained());
    }

    /**
     * Adds what a connection has taught, by words or by being cut. Blocks.
     *
     * @param began when the connection began, in seconds: a lesson may be as old as that
     */
    void add(Learned more, long began) throws InterruptedException {
        OptionalInt cutAfter = pace.messages().takeRefused();
        Learned all = learned.and(more);
        Learned now = cutAfter.isPresent() ? all.tooBig(cutAfter.getAsInt()) : all;
        if (now.payloadBytes() < learned.payloadBytes()) {
            RelayMemory.remember(catalogue, relay, RelayMemory.PAYLOAD_BYTES, now.payloadBytes(), wall);
        }
        learned = now;
        if (knowsSomething() && voidAt == 0) {
            voidAt = began + RelayMemory.span(relay).toSeconds();
        }
    }

    /** Forgets everything when it is too old to count. True when there was something. */
    boolean fade() {
        if (voidAt == 0 || wall.seconds() < voidAt) {
            return false;
        }
        voidAt = 0;
        learned = Learned.NOTHING;
        pace.forget();
        return true;
    }

    private boolean knowsSomething() {
        return pace.knowsSomething() || !learned.equals(Learned.NOTHING);
    }
}
