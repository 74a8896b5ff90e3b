package dev.sluice.sync;

import dev.sluice.nostr.Filter;
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
    private volatile List<Filter> rotating = List.of();

    TierUpkeep(RelaySession session, RelayCounts counts, Time time) {
        this.live = new LiveCoverage(session, counts);
        this.time = time;
        this.notBefore = time.nanos();
    }

    /** Filters of tiers that are not live. */
    List<Filter> rotating() {
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

    /** Makes these groups live, and others rotate. If that fails, all of them rotate. */
    AdmissionScope.Outcome open(List<List<Filter>> groups, List<Filter> others) throws InterruptedException {
        AdmissionScope.Outcome outcome = live.open(groups);
        if (outcome instanceof AdmissionScope.Outcome.Open) {
            failures = 0;
            rotating = others;
        } else {
            live.close();
            rotate(groups, others);
        }
        return outcome;
    }

    /** Closes all of them: they rotate, with the others. */
    void close(List<List<Filter>> groups, List<Filter> others) {
        live.close();
        rotate(groups, others);
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

    private void rotate(List<List<Filter>> groups, List<Filter> others) {
        rotating = Stream.concat(groups.stream().flatMap(List::stream), others.stream())
                .toList();
    }
}
