package dev.sluice.store;

import dev.sluice.archive.ArchiveChanges;
import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.CoverageKey;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Item;
import dev.sluice.archive.Order;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The event archive in one file of H2's MVStore. One thread writes, a few read; all are platform threads of the archive's
 * own that nobody interrupts, since an interrupt inside a file channel closes the file for everyone. May be used from any
 * thread.
 */
public final class MvEventArchive implements EventArchive {

    private final EventFile file;
    private final @Nullable DirectoryLock lock;
    private final ArchiveOptions options;
    private final Snapshots snapshots;
    private final Readers readers;
    private final WriteQueue queue;
    private final Watches watches = new Watches();
    private final Writer writer;
    private final Thread writerThread;
    private final AtomicBoolean closed = new AtomicBoolean();

    private MvEventArchive(EventFile file, @Nullable DirectoryLock lock, ArchiveOptions options) {
        this.file = file;
        this.lock = lock;
        this.options = options;
        this.snapshots = new Snapshots(file);
        this.readers = new Readers(file.name(), snapshots);
        this.queue = new WriteQueue(options.time());
        this.writer = new Writer(file, snapshots, queue, watches, options);
        this.writerThread = Thread.ofPlatform().daemon().name("archive/writer").start(writer);
    }

    /**
     * Opens the archive in a directory, which is made if needed. Blocks for the disk. Locked, damaged and unknown files
     * are an {@link ArchiveException} that says what to do.
     */
    public static MvEventArchive open(Path directory, ArchiveOptions options) {
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            return open(directory.resolve(EventFile.NAME).toString(), lock, options);
        } catch (ArchiveException e) {
            lock.close();
            throw e;
        }
    }

    /** Whether a directory holds an archive. */
    public static boolean exists(Path directory) {
        return Files.exists(directory.resolve(EventFile.NAME));
    }

    /** Opens a file under a name that may have a scheme of H2's file systems in front. */
    static MvEventArchive open(String name, @Nullable DirectoryLock lock, ArchiveOptions options) {
        return new MvEventArchive(EventFile.open(name, options.cacheMegabytes()), lock, options);
    }

    /** An archive that lives in memory and ends with its close. */
    public static MvEventArchive inMemory(ArchiveOptions options) {
        return new MvEventArchive(EventFile.inMemory(), null, options);
    }

    /** The random id that tells this archive from every other, 32 hex digits. */
    public String id() throws InterruptedException {
        return readers.read(maps -> file.id());
    }

    @Override
    public CompletableFuture<List<Verdict>> submit(Write write) throws InterruptedException {
        PendingWrite pending = PendingWrite.of(write, file.terms());
        queue.put(pending);
        return pending.promise();
    }

    @Override
    public List<Boolean> known(List<EventId> ids) throws InterruptedException {
        return each(ids, (maps, id) -> maps.seq(id) != Maps.ABSENT || maps.deleted(id));
    }

    @Override
    public Optional<Event> event(EventId id) throws InterruptedException {
        return readers.read(maps -> living(maps, id));
    }

    @Override
    public Optional<Event> version(Coordinate coordinate) throws InterruptedException {
        byte[] key = Address.key(coordinate);
        return readers.read(maps -> {
            Address address = maps.addresses().get(key);
            return address == null ? Optional.empty() : living(maps, address.id());
        });
    }

    private Optional<Event> living(Maps maps, EventId id) {
        long seq = maps.seq(id);
        Head head = seq == Maps.ABSENT ? null : maps.heads().get(seq);
        boolean lives = head != null && !head.expired(options.clock().seconds());
        return lives ? Optional.ofNullable(maps.event(seq)) : Optional.empty();
    }

    @Override
    public Scan<Event> events(Filter filter, Order order) {
        return scan(filter, order, (maps, found, exact) -> matching(maps, found, filter));
    }

    @Override
    public Scan<Encoded> encoded(Filter filter, Order order) {
        return scan(filter, order, (maps, found, exact) -> {
            Event event = matching(maps, found, filter);
            return event == null ? null : new Encoded(event.createdAt(), event.id(), Codec.encode(event));
        });
    }

    @Override
    public Scan<Item> items(Filter filter) {
        return scan(filter, Order.OLDEST_FIRST, (maps, found, exact) -> {
            boolean matches = exact || matching(maps, found, filter) != null;
            return matches ? new Item(found.head().createdAt(), found.head().id()) : null;
        });
    }

    private static @Nullable Event matching(Maps maps, Found found, Filter filter) {
        Event event = maps.event(found.seq());
        return event != null && filter.matches(event) ? event : null;
    }

    private <T> Scan<T> scan(Filter filter, Order order, EventSlices.View<T> view) {
        return scan(new EventSlices<>(filter, order, file.terms(), options.clock(), view));
    }

    private <T> Scan<T> scan(Slices<T> slices) {
        return new SliceScan<>(readers, options.time(), slices);
    }

    @Override
    public long count(List<Filter> filters) throws InterruptedException {
        long count = 0;
        for (int i = 0; i < filters.size(); i++) {
            List<Condition> before =
                    filters.subList(0, i).stream().map(Condition::new).toList();
            count += count(filters.get(i).withLimit(java.util.OptionalInt.empty()), before);
        }
        return count;
    }

    /** Counts the events of a filter that meet none of the conditions before it. */
    private long count(Filter filter, List<Condition> before) throws InterruptedException {
        Scan<Boolean> scan = scan(filter, Order.OLDEST_FIRST, (maps, found, exact) -> {
            boolean matches = exact || matching(maps, found, filter) != null;
            boolean counted = !matches || before.stream().anyMatch(condition -> condition.meets(maps, found));
            return counted ? null : Boolean.TRUE;
        });
        long count = 0;
        for (List<Boolean> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            count += slice.size();
        }
        return count;
    }

    @Override
    public List<Coverage> coverage(List<CoverageKey> keys) throws InterruptedException {
        return each(keys, (maps, key) -> maps.coverage().getOrDefault(CoverageRecord.key(key), Coverage.NONE));
    }

    @Override
    public Scan<CoverageEntry> allCoverage() {
        return scan(new MapSlices<>(Maps::coverage, maps -> MapSlices.all(), CoverageRecord::entry));
    }

    @Override
    public Scan<Refusals.Item> refusals(RelayUrl relay, String base) {
        String key = CoverageRecord.base(relay, base);
        Function<Maps, MapSlices.@Nullable Bounds<RefusalKey>> bounds = maps -> {
            Integer number = maps.bases().get(key);
            return number == null ? null : new MapSlices.Bounds<>(RefusalKey.before(number), RefusalKey.after(number));
        };
        return scan(new MapSlices<>(Maps::refusals, bounds, RefusalKey::item));
    }

    /** Answers questions one by one, so many in one slice as a slice may read. */
    private <Q, A> List<A> each(List<Q> questions, BiFunction<Maps, Q, A> answer) throws InterruptedException {
        List<A> answers = new ArrayList<>(questions.size());
        for (int from = 0; from < questions.size(); from += Budget.RECORDS) {
            List<Q> some = questions.subList(from, Math.min(questions.size(), from + Budget.RECORDS));
            answers.addAll(readers.read(maps ->
                    some.stream().map(question -> answer.apply(maps, question)).toList()));
        }
        return answers;
    }

    @Override
    public Watch watch(ArchiveChanges listener) {
        return watches.add(listener);
    }

    @Override
    public Statistics statistics() {
        Snapshots.Snapshot snapshot = snapshots.acquire();
        try {
            long events = snapshot.maps().heads().sizeAsLong();
            return new Statistics(events, file.bytes(), queue.waitingEvents(), writer.generation());
        } finally {
            snapshots.release(snapshot);
        }
    }

    @Override
    public void compact() throws InterruptedException {
        Chore chore = new Chore(writer::compact);
        queue.put(chore);
        try {
            chore.done().get();
        } catch (ExecutionException e) {
            throw Faults.of(file.name(), e.getCause() == null ? e : e.getCause());
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        queue.close(new ArchiveException(ArchiveException.Kind.CLOSED, "The archive " + file.name() + " is closed"));
        joinWriter();
        readers.close();
        try {
            snapshots.close();
            file.close();
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }

    private void joinWriter() {
        boolean interrupted = false;
        while (writerThread.isAlive()) {
            try {
                writerThread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
