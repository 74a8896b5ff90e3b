package dev.sluice.intake;

import dev.sluice.archive.EventArchive;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.metrics.Metrics.Report;
import dev.sluice.task.Worker;
import java.util.ArrayList;
import java.util.List;

/**
 * From a delivered event to a durable one: lanes, verifiers, the archive, and the feed of what was accepted. It owns its
 * verifier threads; the archive stays its owner's. Close it after the connections and before the archive.
 */
public final class Intake implements AutoCloseable {

    private final Lanes lanes = new Lanes();
    private final Feed feed = new Feed();
    private final Counters counters = new Counters();
    private final List<Worker> workers = new ArrayList<>();
    private final Policy policy;

    /**
     * Starts the verifiers.
     *
     * @param workers how many: one a core, for a signature check is all computation
     */
    public Intake(EventArchive archive, Policy policy, int workers) {
        if (workers < 1) {
            throw new IllegalArgumentException("workers " + workers);
        }
        this.policy = policy;
        for (int i = 1; i <= workers; i++) {
            Verifier verifier = new Verifier(lanes, archive, policy, feed, counters);
            this.workers.add(Worker.start("sluice-verifier-" + i, verifier));
        }
    }

    /** A new lane; its name tells the connection in logs. */
    public Lane lane(String name) {
        return new Lane(name, lanes, policy::generation);
    }

    /** Of the policy: what an earlier one refused may be taken now. */
    public long generation() {
        return policy.generation();
    }

    /** What is accepted from now on. */
    public Feed feed() {
        return feed;
    }

    public Statistics statistics() {
        return new Statistics(
                lanes.events(), lanes.bytes(), counters.known(), counters.right(), counters.wrong(), feed.inFlight());
    }

    /** Shows what relays and clients make it keep, until the reports are closed. */
    public List<Report> report(Metrics metrics) {
        List<Report> reports = new ArrayList<>(feed.report(metrics, workers.size()));
        reports.add(metrics.report(Gauge.LANE_EVENTS, lanes::events, () -> (long) lanes.count() * Lane.MAX_EVENTS));
        return List.copyOf(reports);
    }

    /**
     * Counts since the start.
     *
     * @param queuedEvents events that wait on lanes now
     * @param queuedBytes what they weigh
     * @param known events that skipped verification because the archive knew their ids
     * @param verified events with a right id and signature
     * @param invalid events with a wrong one
     * @param inFlight events that the archive has not judged yet
     */
    public record Statistics(
            int queuedEvents, long queuedBytes, long known, long verified, long invalid, int inFlight) {}

    /**
     * Ends the verifiers. What waits on lanes is given up and its requests fail; what the archive has taken becomes
     * durable all the same. Blocks until the threads have ended. Idempotent.
     */
    @Override
    public void close() {
        lanes.close().forEach(queued -> queued.claim().fail(Lanes.closed()));
        workers.forEach(Worker::join);
    }
}
