package dev.sluice.store;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Item;
import dev.sluice.archive.Order;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Standing;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/** An archive in memory that keeps every event it is given and counts its scans. One thread writes at a time. */
final class MemoryArchive implements EventArchive {

    /** Small, so that a table spans many slices. */
    private static final int SLICE = 3;

    private final Map<EventId, Event> events = new LinkedHashMap<>();
    private final Map<CoverageKey, Coverage> coverage = new LinkedHashMap<>();
    final AtomicInteger scans = new AtomicInteger();
    final AtomicInteger slices = new AtomicInteger();

    @Override
    public CompletableFuture<List<Verdict>> submit(Write write) {
        return CompletableFuture.completedFuture(
                switch (write) {
                    case Write.Events batch ->
                        batch.events().stream().<Verdict>map(this::store).toList();
                    case Write.Progress progress -> {
                        progress.coverage().forEach(entry -> coverage.put(entry.key(), entry.coverage()));
                        yield List.of();
                    }
                });
    }

    private Verdict store(Event event) {
        return events.put(event.id(), event) == null ? new Verdict.Stored() : new Verdict.Duplicate();
    }

    @Override
    public List<Standing> standing(List<EventId> ids) {
        return ids.stream()
                .map(events::get)
                .<Standing>map(event -> event == null ? new Standing.Unknown() : new Standing.Held(event.createdAt()))
                .toList();
    }

    @Override
    public Optional<Event> event(EventId id) {
        return Optional.ofNullable(events.get(id));
    }

    @Override
    public Optional<Event> version(Coordinate coordinate) {
        return found(Filter.ALL, Order.NEWEST_FIRST)
                .filter(event -> event.coordinate().equals(Optional.of(coordinate)))
                .findFirst();
    }

    @Override
    public Scan<Event> events(Filter filter, Order order) {
        return scan(found(filter, order), Function.identity());
    }

    @Override
    public Scan<Encoded> encoded(Filter filter, Order order) {
        return scan(found(filter, order), event -> new Encoded(event.createdAt(), event.id(), Codec.encode(event)));
    }

    @Override
    public Scan<Item> items(Filter filter) {
        return scan(found(filter, Order.OLDEST_FIRST), event -> new Item(event.createdAt(), event.id()));
    }

    @Override
    public long count(List<Filter> filters) {
        return events.values().stream()
                .filter(event -> filters.stream().anyMatch(filter -> filter.matches(event)))
                .count();
    }

    @Override
    public List<Coverage> coverage(List<CoverageKey> keys) {
        return keys.stream()
                .map(key -> coverage.getOrDefault(key, Coverage.NONE))
                .toList();
    }

    @Override
    public Scan<CoverageEntry> allCoverage() {
        return scan(coverage.entrySet().stream(), entry -> new CoverageEntry(entry.getKey(), entry.getValue()));
    }

    @Override
    public Scan<Refusals.Item> refusals(Refusals.Query query) {
        return scan(Stream.<Refusals.Item>empty(), Function.identity());
    }

    @Override
    public long refusalCount(RelayUrl relay) {
        return 0;
    }

    @Override
    public Watch watch(dev.sluice.archive.ArchiveChanges listener) {
        return () -> {};
    }

    @Override
    public Statistics statistics() {
        return new Statistics(events.size(), 0, 0, 0);
    }

    @Override
    public void compact() {}

    @Override
    public void close() {}

    private Stream<Event> found(Filter filter, Order order) {
        Comparator<Event> oldest = Comparator.comparingLong(Event::createdAt).thenComparing(Event::id);
        return events.values().stream()
                .filter(filter::matches)
                .sorted(order == Order.NEWEST_FIRST ? Event.NEWEST_FIRST : oldest)
                .limit(filter.limit().orElse(Integer.MAX_VALUE));
    }

    private <S, T> Scan<T> scan(Stream<S> source, Function<S, T> meaning) {
        scans.incrementAndGet();
        List<T> all = source.map(meaning).toList();
        AtomicInteger at = new AtomicInteger();
        return () -> {
            slices.incrementAndGet();
            int from = Math.min(at.getAndAdd(SLICE), all.size());
            return all.subList(from, Math.min(from + SLICE, all.size()));
        };
    }
}
