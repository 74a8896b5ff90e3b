package dev.sluice.sync;

import dev.sluice.nostr.Filter;
import dev.sluice.plan.Chunk;
import dev.sluice.plan.Group;
import dev.sluice.session.AdmissionScope;
import dev.sluice.session.RelaySession;
import dev.sluice.session.Request;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The reference tiers that are live beside what is essential. They are closed first when that needs their slots, and when
 * the relay has ended one of them; meanwhile they rotate. Worker's thread only, but for {@link #rotating}.
 */
final class TierUpkeep {
    private final LiveCoverage live;
    private final Time time;

    // mutable state
    private int failures;
    private long notBefore;

    // written by the worker's thread, read by any
    private volatile List<Chunk> rotating = List.of();

    TierUpkeep(RelaySession session, RelayCounts counts, Time time) {
        this.live = new LiveCoverage(session, counts);
        this.time = time;
        this.notBefore = time.nanos();
    }

    /** What of the tiers is not live. */
    List<Chunk> rotating() {
        return rotating;
    }

    int groups() {
        return live.groups();
    }

    long bytes() {
        return live.bytes();
    }

    boolean holds(Request request) {
        return live.holds(request);
    }

    /** When a tier that the relay has ended may be opened again, on the clock of {@link Time#nanos}. */
    long notBefore() {
        return notBefore;
    }

    boolean isResting() {
        return !time.reached(notBefore);
    }

    /**
     * Makes groups live, and others rotate. If that fails, all of them rotate.
     *
     * @param sent what is sent for the groups
     */
    AdmissionScope.Outcome open(List<Group> groups, List<List<Filter>> sent, List<Group> others)
            throws InterruptedException {
        AdmissionScope.Outcome outcome = live.open(sent);
        if (outcome instanceof AdmissionScope.Outcome.Open) {
            failures = 0;
            rotating = chunks(others);
        } else {
            close(groups, others);
        }
        return outcome;
    }

    /** Closes all of them: they rotate, with the others. */
    void close(List<Group> groups, List<Group> others) {
        live.close();
        rotating =
                Stream.concat(chunks(groups).stream(), chunks(others).stream()).toList();
    }

    /** Makes room: what is closed here is opened again or rotates by the next {@link #open}. */
    void close() {
        live.close();
    }

    /** Failures in a row. */
    int failures() {
        return failures;
    }

    /** None of them is live for so long. */
    void rest(Duration wait) {
        failures++;
        notBefore = time.after(wait);
    }

    /** Whether, since the last call, some came live that were not before: what came meanwhile is owed. */
    boolean takeGap() {
        return live.isOpen() && live.takeGap();
    }

    private static List<Chunk> chunks(List<Group> groups) {
        return groups.stream().flatMap(group -> group.chunks().stream()).toList();
    }
}
