package dev.sluice.sync;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.Catalogue;
import dev.sluice.budget.Budgets;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.session.RelayPace;
import dev.sluice.time.WallClock;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a relay's refusals have taught about sizes, beyond its connections and, through the catalogue, beyond the process.
 * A week after the first lesson all are void, so that a relay which allows more by then is asked for more. Any thread may
 * call.
 */
final class Lessons {
    private final RelayUrl relay;
    private final RelayPace pace;
    private final Catalogue catalogue;
    private final WallClock wall;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Learned learned = Learned.NOTHING;

    @GuardedBy("lock")
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
        lessons.recall();
        return lessons;
    }

    private void recall() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            voidAt = RelayMemory.until(catalogue, relay, wall);
            OptionalLong carried = RelayMemory.number(catalogue, relay, RelayMemory.PAYLOAD_BYTES, wall);
            learned = carried.isPresent() ? Learned.NOTHING.carries(carried.getAsLong()) : Learned.NOTHING;
            RelayMemory.number(catalogue, relay, RelayMemory.RETAINED_BYTES, wall)
                    .ifPresent(most -> pace.retained().learn(most));
        } finally {
            lock.unlock();
        }
    }

    Learned learned() {
        lock.lock();
        try {
            return learned;
        } finally {
            lock.unlock();
        }
    }

    /** The most that the values of one filter may weigh, within a budget. */
    int chunkBytes(Budgets budgets) {
        return RequestSizes.capped(learned().chunkBytes(budgets), pace.retained());
    }

    /**
     * Adds what a connection has taught, by words or by being cut. Blocks.
     *
     * @param began when the connection began, in seconds: a lesson may be as old as that
     */
    void add(Learned more, long began) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            OptionalInt cutAfter = pace.messages().takeRefused();
            Learned all = learned.and(more);
            Learned now = cutAfter.isPresent() ? all.tooBig(cutAfter.getAsInt()) : all;
            if (now.payloadBytes() < learned.payloadBytes()) {
                RelayMemory.remember(catalogue, relay, RelayMemory.PAYLOAD_BYTES, now.payloadBytes(), wall);
            }
            learned = now;
            if (voidAt == 0 && (pace.knowsSomething() || !learned.equals(Learned.NOTHING))) {
                voidAt = began + RelayMemory.span(relay).toSeconds();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets everything when it is too old to count. True when there was something. */
    boolean fade() {
        lock.lock();
        try {
            if (voidAt == 0 || wall.seconds() < voidAt) {
                return false;
            }
            voidAt = 0;
            learned = Learned.NOTHING;
            pace.forget();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
