package dev.sluice.store;

import dev.sluice.archive.Allowance;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.archive.Item;
import dev.sluice.archive.Leave;
import dev.sluice.archive.Order;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Standing;
import dev.sluice.archive.Visibility;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What can be asked of an archive, put into slices for its readers. */
final class Queries {

    private final Readers readers;
    private final Terms terms;
    private final ArchiveOptions options;

    Queries(Readers readers, Terms terms, ArchiveOptions options) {
        this.readers = readers;
        this.terms = terms;
        this.options = options;
    }

    List<Standing> standing(List<EventId> ids) throws InterruptedException {
        long now = options.clock().seconds();
        return each(ids, (maps, some) -> standing(maps, some, now));
    }

    private static List<Standing> standing(Maps maps, List<EventId> ids, long now) {
        Map<EventId, @Nullable Found> heads = maps.heads(ids.stream());
        return ids.stream().map(id -> maps.standing(id, heads.get(id), now)).toList();
    }

    Optional<Event> event(EventId id) throws InterruptedException {
        return readers.read(maps -> living(maps, id));
    }

    Optional<Event> version(Coordinate coordinate) throws InterruptedException {
        byte[] key = Address.key(coordinate);
        return readers.read(maps -> {
            Address address = maps.addresses().get(key);
            return address == null ? Optional.empty() : living(maps, address.id());
        });
    }

    private Optional<Event> living(Maps maps, EventId id) {
        Found held = maps.find(id);
        return held == null || held.head().expired(options.clock().seconds())
                ? Optional.empty()
                : Optional.ofNullable(maps.event(held.seq()));
    }

    Scan<Event> events(Filter filter, Order order) {
        return scan(filter, order, Depth.RECORDS, (maps, found, exact) -> {
            byte[] record = asked(maps, found, filter, exact);
            return record == null ? null : EventRecord.decode(record);
        });
    }

    Scan<Encoded> encoded(Filter filter, Order order, Leave leave) {
        EncodedView view = new EncodedView(filter, leave.visibility());
        return new SliceScan<>(
                readers,
                options.time(),
                new EventSlices<>(filter, order, Depth.RECORDS, terms, options.clock(), view),
                leave.allowance());
    }

    /** Events as text, as far as a reader may see them. */
    private record EncodedView(Filter filter, Visibility visibility) implements EventSlices.View<Encoded> {

        @Override
        public @Nullable Encoded of(Maps maps, Found found, boolean exact) {
            byte[] record = asked(maps, found, filter, exact);
            if (record == null || hides(visibility, found, record)) {
                return null;
            }
            return new Encoded(found.head().createdAt(), found.head().id(), EventRecord.json(record));
        }

        @Override
        public long weight(Encoded event) {
            return event.json().length();
        }
    }

    Scan<Item> items(Filter filter, Leave leave) {
        return scan(filter, leave, (maps, found, exact) -> {
            boolean matches = matches(maps, found, filter, exact, leave.visibility());
            return matches ? new Item(found.head().createdAt(), found.head().id()) : null;
        });
    }

    private static boolean matches(Maps maps, Found found, Filter filter, boolean exact, Visibility visibility) {
        if (exact && !visibility.restricts(found.head().kind())) {
            return true;
        }
        byte[] record = asked(maps, found, filter, exact);
        return record != null && !hides(visibility, found, record);
    }

    private static boolean hides(Visibility visibility, Found found, byte[] record) {
        return visibility.restricts(found.head().kind()) && !visibility.shows(EventRecord.decode(record));
    }

    private <T> Scan<T> scan(Filter filter, Leave leave, EventSlices.View<T> view) {
        return new SliceScan<>(
                readers,
                options.time(),
                new EventSlices<>(filter, Order.OLDEST_FIRST, Depth.HEADS, terms, options.clock(), view),
                leave.allowance());
    }

    /** Null when the event has gone or does not meet the filter. */
    private static byte @Nullable [] asked(Maps maps, Found found, Filter filter, boolean exact) {
        byte[] record = found.record(maps);
        return record != null && (exact || filter.matches(EventRecord.decode(record))) ? record : null;
    }

    private <T> Scan<T> scan(Filter filter, Order order, Depth depth, EventSlices.View<T> view) {
        return scan(new EventSlices<>(filter, order, depth, terms, options.clock(), view));
    }

    <T> Scan<T> scan(Slices<T> slices) {
        return new SliceScan<>(readers, options.time(), slices, Allowance.unlimited());
    }

    long count(List<Filter> filters, Leave leave) throws InterruptedException {
        long count = 0;
        for (int i = 0; i < filters.size(); i++) {
            List<Condition> before =
                    filters.subList(0, i).stream().map(Condition::new).toList();
            count += count(filters.get(i).withLimit(OptionalInt.empty()), before, leave);
        }
        return count;
    }

    /** Counts the events of a filter that meet none of the conditions before it. */
    private long count(Filter filter, List<Condition> before, Leave leave) throws InterruptedException {
        Scan<Boolean> scan = scan(filter, leave, (maps, found, exact) -> {
            boolean matches = matches(maps, found, filter, exact, leave.visibility());
            boolean counted = !matches || before.stream().anyMatch(condition -> condition.meets(maps, found));
            return counted ? null : Boolean.TRUE;
        });
        long count = 0;
        for (List<Boolean> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            count += slice.size();
        }
        return count;
    }

    List<Coverage> coverage(List<CoverageKey> keys) throws InterruptedException {
        return each(
                keys,
                (maps, some) -> some.stream()
                        .map(key -> maps.coverage().getOrDefault(CoverageRecord.key(key), Coverage.NONE))
                        .toList());
    }

    Scan<CoverageEntry> allCoverage() {
        return scan(new MapSlices<>(Maps::coverage, maps -> MapSlices.all(), CoverageRecord::entry));
    }

    Scan<Refusals.Item> refusals(Refusals.Query query) {
        String key = CoverageRecord.base(query.relay(), query.base());
        Function<Maps, MapSlices.@Nullable Bounds<RefusalKey>> bounds = maps -> {
            Integer base = maps.bases().get(key);
            return base == null
                    ? null
                    : new MapSlices.Bounds<>(
                            RefusalKey.before(base, query.since()), RefusalKey.after(base, query.until()));
        };
        return scan(new MapSlices<>(Maps::refusals, bounds, (refusal, refused) -> {
            Refusals.Item item = refusal.item(refused);
            return query.asksFor(item) ? item : null;
        }));
    }

    long refusalCount(RelayUrl relay) throws InterruptedException {
        return readers.read(maps -> RefusalKey.count(maps, RefusalKey.bases(maps, relay)));
    }

    /** Answers questions, so many in one slice as a slice may read. */
    private <Q, A> List<A> each(List<Q> questions, BiFunction<Maps, List<Q>, List<A>> answer)
            throws InterruptedException {
        List<A> answers = new ArrayList<>(questions.size());
        for (int from = 0; from < questions.size(); from += Budget.RECORDS) {
            List<Q> some = questions.subList(from, Math.min(questions.size(), from + Budget.RECORDS));
            answers.addAll(readers.read(maps -> answer.apply(maps, some)));
        }
        return answers;
    }
}
