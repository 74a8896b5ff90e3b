package dev.sluice.sync;

import dev.sluice.nostr.EventId;
import dev.sluice.session.Arrival;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How far a walk has come in one direction of time: the second it stands on and the ids seen there. Windows are asked
 * inclusive, so that the second it stands on comes again and what was cut there is not lost; a relay that then leaves
 * that second out is asked once more with a window one second wider.
 */
final class Front {

    /** Where a walk goes. */
    enum Direction {
        OLDER(-1),
        NEWER(1);

        private final int sign;

        Direction(int sign) {
            this.sign = sign;
        }
    }

    private final Direction direction;

    // mutable state
    private OptionalLong second;
    private Set<EventId> seen = new HashSet<>();
    private boolean occupied;
    private boolean probing;

    /**
     * @param second the first second still to come, inclusive; empty for an open end
     * @param occupied whether the relay is known to hold an event of that second
     */
    Front(Direction direction, OptionalLong second, boolean occupied) {
        this.direction = direction;
        this.second = second;
        this.occupied = occupied;
    }

    OptionalLong second() {
        return second;
    }

    /** The bound to ask for, inclusive and never negative. */
    OptionalLong bound(Paging paging) {
        boolean wider = occupied && (paging.isExclusive() || probing);
        if (second.isEmpty() || !wider) {
            return second;
        }
        return OptionalLong.of(Math.max(0, second.getAsLong() - direction.sign));
    }

    /**
     * Judges whether a page leaves out the second it was asked for. When it seems so, the same page has to be asked
     * again, one second wider, before anything follows from it.
     */
    boolean mustAskWider(Page page, Paging paging) {
        if (!occupied || second.isEmpty() || paging.isExclusive()) {
            return false;
        }
        boolean touched = page.touches(second.getAsLong());
        if (probing) {
            probing = false;
            if (touched) {
                paging.foundExclusive();
            }
            return false;
        }
        probing = !touched;
        return probing;
    }

    /** Whether an event lies beyond what this walk has seen. */
    boolean isNew(Arrival arrival) {
        if (second.isEmpty()) {
            return true;
        }
        long ahead = (arrival.createdAt() - second.getAsLong()) * direction.sign;
        return ahead > 0 || (ahead == 0 && !seen.contains(arrival.id()));
    }

    boolean anyNew(List<Arrival> arrivals) {
        return arrivals.stream().anyMatch(this::isNew);
    }

    /** Whether some event lies in another second than the one it stands on. */
    boolean anyBeyond(List<Arrival> arrivals) {
        return second.isEmpty()
                ? !arrivals.isEmpty()
                : arrivals.stream()
                        .anyMatch(arrival -> (arrival.createdAt() - second.getAsLong()) * direction.sign > 0);
    }

    /** Moves to the furthest second of a page that brought something new. */
    void follow(List<Arrival> arrivals) {
        long furthest = arrivals.stream()
                        .mapToLong(arrival -> arrival.createdAt() * direction.sign)
                        .max()
                        .orElseThrow()
                * direction.sign;
        if (second.isEmpty() || second.getAsLong() != furthest) {
            seen = new HashSet<>();
        }
        second = OptionalLong.of(furthest);
        occupied = true;
        arrivals.stream().filter(arrival -> arrival.createdAt() == furthest).forEach(arrival -> seen.add(arrival.id()));
    }

    /** Steps over the second it stands on, whose events are all held or given up. False when time ends there. */
    boolean stepOver() {
        long next = second.orElseThrow() + direction.sign;
        if (next < 0) {
            return false;
        }
        second = OptionalLong.of(next);
        seen = new HashSet<>();
        occupied = false;
        return true;
    }

    /** Goes on from a second of which nothing is known. */
    void jump(long to) {
        second = OptionalLong.of(to);
        seen = new HashSet<>();
        occupied = false;
        probing = false;
    }
}
