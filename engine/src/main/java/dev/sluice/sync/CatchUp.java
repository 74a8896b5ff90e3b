package dev.sluice.sync;

import dev.sluice.archive.Coverage;
import dev.sluice.plan.Chunk;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * The filters of a relay that are not live, since with them all open subscriptions would weigh too much: each is paged
 * from the top every five minutes (RULES 3.9). They take turns with other history. Walking thread only.
 */
final class CatchUp {
    static final Duration EVERY = Duration.ofMinutes(5);

    /** What is asked again of what was asked the last time, in seconds. */
    static final long OVERLAP_SECONDS = 60;

    /** While another relay has the turn this one looks again so often. */
    private static final Duration TICK = Duration.ofSeconds(5);

    private final Overlap rest;
    private final Semaphore turn;
    private final Time time;

    // mutable state
    private boolean wentLast;
    private long notBefore;

    /**
     * @param rest what is not live now, from any thread
     * @param turn one for all relays of the process
     */
    CatchUp(Supplier<List<Chunk>> rest, Semaphore turn, Time time) {
        this.rest = new Overlap(rest);
        this.turn = turn;
        this.time = time;
        this.notBefore = time.nanos();
    }

    /** Whether some filter waits to be asked. */
    boolean isDue(List<Base> bases) {
        return time.reached(notBefore) && behind(bases).stream().anyMatch(CatchUp::isDue);
    }

    /** The filter to be asked now, if this is the relay's turn; {@link #done} gives the turn back. */
    Optional<Base> take(List<Base> bases) {
        Optional<Base> next =
                wentLast || !isDue(bases) ? Optional.empty() : first(bases).filter(CatchUp::isDue);
        if (next.isPresent() && !turn.tryAcquire()) {
            notBefore = time.after(TICK);
            next = Optional.empty();
        }
        wentLast = next.isPresent();
        return next;
    }

    void done() {
        turn.release();
    }

    /** When the next is due, or the other moment if that is earlier. */
    long nextNanos(List<Base> bases, long other) {
        Optional<Base> first = first(bases);
        if (first.isEmpty()) {
            return other;
        }
        long due = first.get().due().behindNanos();
        long next = due - notBefore < 0 ? notBefore : due;
        return next - other < 0 ? next : other;
    }

    private Optional<Base> first(List<Base> bases) {
        long now = time.nanos();
        return behind(bases).stream()
                .min(Comparator.comparingLong(base -> base.due().behindNanos() - now));
    }

    private static boolean isDue(Base base) {
        return base.due().isBehind();
    }

    /** Those that are not live and were walked before: what was never walked is due anyway. */
    private List<Base> behind(List<Base> bases) {
        return rest.of(bases).stream()
                .filter(base -> !base.coverage().equals(Coverage.NONE) && !base.isFinished())
                .toList();
    }
}
