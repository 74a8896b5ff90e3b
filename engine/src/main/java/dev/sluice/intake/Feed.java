package dev.sluice.intake;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Verdict;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.metrics.Metrics.Report;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes accepted events to bounded listeners: stored ones once they are durable, ephemeral ones too. Whoever publishes
 * never waits for a listener.
 */
public final class Feed {

    /** Ephemeral events reach us from many relays; as many ids are remembered as pass in about a minute. */
    private static final int RECENT_EPHEMERAL = 10_000;

    private final FilterIndex index = new FilterIndex();
    private final RecentIds ephemeral = new RecentIds(RECENT_EPHEMERAL);

    /** How often each is on its way through the archive: a reader may see them before listeners do. */
    private final Map<EventId, Integer> inFlight = new ConcurrentHashMap<>();

    Feed() {}

    /**
     * A new listener without watches.
     *
     * @param maxEvents how many events may wait in it
     * @param maxBytes what they may weigh
     * @param <K> what names its watches
     */
    public <K> Listener<K> listen(int maxEvents, long maxBytes) {
        return new Listener<>(index, maxEvents, maxBytes);
    }

    /**
     * Whether listeners may still hear an event that a reader of the archive has seen. Once they may not, whoever had a watch
     * on it before it was read has heard it.
     */
    public boolean isToCome(EventId seen) {
        return inFlight.containsKey(seen);
    }

    /** Events are about to be handed to the archive. */
    void expect(List<Event> events) {
        events.forEach(event -> inFlight.merge(event.id(), 1, Integer::sum));
    }

    /** The archive has judged an event that was expected. */
    void judged(Event event, Verdict verdict) {
        if (verdict instanceof Verdict.Stored) {
            publish(event);
        } else if (verdict instanceof Verdict.Ephemeral && ephemeral.add(event.id())) {
            publish(event);
        }
        forget(event);
    }

    /** An event that was expected is not on its way any more. */
    void forget(Event event) {
        inFlight.computeIfPresent(event.id(), (id, times) -> times == 1 ? null : times - 1);
    }

    /** Shows how many ids are kept; the archive's queue and what the verifiers hold bound those in flight. */
    List<Report> report(Metrics metrics, int workers) {
        return List.of(
                metrics.report(
                        Gauge.IN_FLIGHT_IDS,
                        inFlight::size,
                        () -> EventArchive.MOST_PENDING + 2L * workers * Lanes.BATCH_EVENTS),
                metrics.report(Gauge.EPHEMERAL_IDS, ephemeral::size, ephemeral::bound));
    }

    int inFlight() {
        return inFlight.size();
    }

    private void publish(Event event) {
        var watches = index.matching(event);
        if (!watches.isEmpty()) {
            Arrival arrival = new Arrival(event);
            watches.forEach(watch -> watch.hear(arrival));
        }
    }
}
