package dev.sluice.archive;

import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.metrics.Metrics.Report;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * The event archive: one writer that commits in groups, readers of its own. Callers never touch files; an interrupted
 * caller stops waiting while the work finishes. Expired events are never answered. A broken store is an
 * {@link ArchiveException}.
 */
public interface EventArchive extends AutoCloseable {

    /** Events without a verdict: those of a full queue, and of one group that is being written. */
    int MOST_PENDING = 30_000;

    /**
     * Queues a write; blocks while the writer's queue is full (20,000 events or 64 MiB).
     *
     * @return completes on the writer thread once the write is durable, with one verdict per event in order (none for
     *     progress). What depends on it must be short.
     */
    CompletableFuture<List<Verdict>> submit(Write write) throws InterruptedException;

    /** What is known of each id, in order. Blocks while reading. */
    List<Standing> standing(List<EventId> ids) throws InterruptedException;

    /** For each id, whether it is held or has gone for good. Blocks while reading. */
    default List<Boolean> known(List<EventId> ids) throws InterruptedException {
        return standing(ids).stream()
                .map(standing -> !(standing instanceof Standing.Unknown))
                .toList();
    }

    /** One event. */
    Optional<Event> event(EventId id) throws InterruptedException;

    /** The living version of an address. */
    Optional<Event> version(Coordinate coordinate) throws InterruptedException;

    /** The events of one filter in an order; a limit bounds them when the filter has one. */
    Scan<Event> events(Filter filter, Order order);

    /**
     * The same events as their JSON text: what a relay sends and an export prints. At most the filter's limit.
     */
    default Scan<Encoded> encoded(Filter filter, Order order) {
        return encoded(filter, order, Leave.free());
    }

    /** Of these, what a reader may see. The scan ends early when its allowance is spent. */
    Scan<Encoded> encoded(Filter filter, Order order, Leave leave);

    /** An event as text, with what orders and identifies it. */
    record Encoded(long createdAt, EventId id, String json) {}

    /** Times and ids of the events of a filter, oldest first, without reading bodies where an index suffices. */
    default Scan<Item> items(Filter filter) {
        return items(filter, Leave.free());
    }

    /** Of these, what a reader may see. The scan ends early when its allowance is spent. */
    Scan<Item> items(Filter filter, Leave leave);

    /** How many different events meet at least one of the filters; limits do not count. */
    default long count(List<Filter> filters) throws InterruptedException {
        return count(filters, Leave.free());
    }

    /** Of these, how many a reader may see; too few when its allowance is spent. */
    long count(List<Filter> filters, Leave leave) throws InterruptedException;

    /** The coverage of each key, in the order of the keys; {@link Coverage#NONE} where nothing is known. */
    List<Coverage> coverage(List<CoverageKey> keys) throws InterruptedException;

    /** All coverage, ordered by key. */
    Scan<CoverageEntry> allCoverage();

    /**
     * Items remembered for a relay and a base filter, in the order of {@link #items}, so that a caller
     * can merge both into the set that it reconciles with that relay. An item may stand in both: one relay may have sent
     * broken what another has sent whole.
     */
    Scan<Refusals.Item> refusals(Refusals.Query query);

    /** All that is remembered for a relay and a base filter, whether it still holds or not. */
    default Scan<Refusals.Item> refusals(RelayUrl relay, String base) {
        return refusals(new Refusals.Query(relay, base, 0, Long.MAX_VALUE, OptionalLong.empty()));
    }

    /** How many items are remembered for a relay, those that hold no more included. Blocks while reading. */
    long refusalCount(RelayUrl relay) throws InterruptedException;

    /** Tells of every change from now on, until the watch is closed. */
    Watch watch(ArchiveChanges listener);

    /** A listener's place. */
    interface Watch extends AutoCloseable {

        /** Ends it; a call that is under way ends by itself. Idempotent. */
        @Override
        void close();
    }

    /** Sizes and counts, cheap to read. */
    Statistics statistics();

    /** Shows what it holds and what waits to be written, until the reports are closed. */
    default List<Report> report(Metrics metrics) {
        return List.of(
                metrics.report(Gauge.ARCHIVE_EVENTS, () -> statistics().events()),
                metrics.report(Gauge.ARCHIVE_BYTES, () -> statistics().fileBytes()),
                metrics.report(Gauge.ARCHIVE_QUEUED, () -> statistics().queuedEvents(), () -> MOST_PENDING));
    }

    /** Rewrites the file without its dead space while reading and writing go on. Blocks until done. */
    void compact() throws InterruptedException;

    /** Writes what is queued and closes the file; later calls fail. Idempotent. */
    @Override
    void close();

    /**
     * Sizes and counts of the archive.
     *
     * @param events events held
     * @param fileBytes size of the event file
     * @param queuedEvents events waiting for the writer
     * @param generation counts committed groups of this process
     */
    record Statistics(long events, long fileBytes, int queuedEvents, long generation) {}
}
