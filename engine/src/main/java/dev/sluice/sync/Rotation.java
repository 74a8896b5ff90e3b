package dev.sluice.sync;

import dev.sluice.archive.Coverage;
import dev.sluice.plan.Chunk;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The filters of tiers that are not live take turns: one is looked at every five seconds, from the newest event down to
 * what is held. A tick that was missed is not made up (RULES 3.10). Walking thread only.
 */
final class Rotation {
    /** Also what is wanted is looked at again so often: one number for both (CONSTANTS). */
    static final Duration TICK = Duration.ofSeconds(5);

    private final Overlap rotating;
    private final Time time;

    // mutable state
    private long notBefore;

    /** @param chunks what rotates now, from any thread */
    Rotation(Supplier<List<Chunk>> chunks, Time time) {
        this.rotating = new Overlap(chunks);
        this.time = time;
        this.notBefore = time.nanos();
    }

    /** Whether it is somebody's turn. */
    boolean isDue(List<Base> bases) {
        return time.reached(notBefore) && next(bases).isPresent();
    }

    /** The one whose turn it is; the next comes a tick later. */
    Optional<Base> take(List<Base> bases) {
        Optional<Base> next = time.reached(notBefore) ? next(bases) : Optional.empty();
        if (next.isPresent()) {
            notBefore = time.after(TICK);
        }
        return next;
    }

    /** When the next turn comes, or the other moment if that is earlier. */
    long nextNanos(List<Base> bases, long other) {
        boolean turns =
                bases.stream().anyMatch(base -> walked(base) && !base.due().isParked())
                        && !rotating.of(bases).isEmpty();
        return turns && notBefore - other < 0 ? notBefore : other;
    }

    /** Who was asked longest ago. What was never walked is due anyway. */
    private Optional<Base> next(List<Base> bases) {
        long now = time.nanos();
        return rotating.of(bases).stream()
                .filter(base -> walked(base) && base.due().mayCatchUp())
                .min(Comparator.comparingLong(base -> base.due().behindNanos() - now));
    }

    private static boolean walked(Base base) {
        return !base.coverage().equals(Coverage.NONE) && !base.isFinished();
    }
}
