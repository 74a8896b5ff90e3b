package dev.sluice.archive;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.task.Worker;
import dev.sluice.time.WallClock;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * An archive in memory for tests. It keeps every event it was given and derives from them what is alive, so its answers
 * can't depend on the order of arrival. Writes are applied and answered by a thread of its own; a test may hold the writer
 * before it applies a write, or between applying and answering, where readers see what nobody has been told of yet.
 */
public final class MemoryArchive implements EventArchive {

    private static final int SLICE = 1_000;
    private static final int QUEUE_EVENTS = 20_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Worker writer;

    private final AtomicInteger scans = new AtomicInteger();
    private final AtomicInteger slices = new AtomicInteger();

    // all below is guarded by the lock, in lambdas too, where no annotation could say so

    private final MemoryEvents events;

    private final Map<CoverageKey, Coverage> coverage =
            new TreeMap<>(Comparator.comparing((CoverageKey key) -> key.relay().toString())
                    .thenComparing(CoverageKey::base)
                    .thenComparing(CoverageKey::value));

    private final MemoryRefusals refusals = new MemoryRefusals();

    private final List<ArchiveChanges> listeners = new CopyOnWriteArrayList<>();

    /** What lived when the listeners were told last. */
    private List<Event> told = List.of();

    private final ArrayDeque<Job> queue = new ArrayDeque<>();

    private int queuedEvents;

    private long generation;

    private boolean holdsWrites;

    private boolean holdsAnswers;

    private boolean holdsReads;

    private int heldReaders;

    private boolean broken;

    private boolean works;

    private boolean closed;

    private record Job(Write write, CompletableFuture<List<Verdict>> answer) {

        int size() {
            return write instanceof Write.Events batch ? batch.events().size() : 0;
        }
    }

    /** An empty archive; the clock decides what has expired, the relay is the one that vanish requests may name. */
    public MemoryArchive(WallClock clock, RelayUrl relay) {
        this.events = new MemoryEvents(clock, relay.toString());
        this.writer = Worker.start("memory-archive", this::work);
    }

    /** Writes wait in the queue from now on. */
    public void holdWrites() {
        locked(() -> holdsWrites = true);
    }

    /** Writes are applied from now on but nobody is told. */
    public void holdAnswers() {
        locked(() -> holdsAnswers = true);
    }

    /** Readers wait from now on. */
    public void holdReads() {
        locked(() -> holdsReads = true);
    }

    /** How many scans were begun. */
    public int scans() {
        return scans.get();
    }

    /** How many slices they were asked for. */
    public int slices() {
        return slices.get();
    }

    /** Blocks until so many readers wait. */
    public void awaitHeldReaders(int wanted) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (heldReaders < wanted) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until so many events wait for the writer. */
    public void awaitQueued(int wanted) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (queuedEvents < wanted) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until so many groups were applied. */
    public void awaitGeneration(long wanted) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (generation < wanted) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many writes were applied; unlike the other statistics it costs nothing to ask. */
    public long generation() {
        lock.lock();
        try {
            return generation;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a write that nobody holds waits, or is being applied or answered. */
    public boolean isBusy() {
        lock.lock();
        try {
            return (works && !holdsAnswers) || (!queue.isEmpty() && !holdsWrites);
        } finally {
            lock.unlock();
        }
    }

    /** Ends what was held. */
    public void release() {
        locked(() -> {
            holdsWrites = false;
            holdsAnswers = false;
            holdsReads = false;
        });
    }

    /** Every write fails from now on. */
    public void breakDown() {
        locked(() -> broken = true);
    }

    @Override
    public CompletableFuture<List<Verdict>> submit(Write write) throws InterruptedException {
        Job job = new Job(write, new CompletableFuture<>());
        lock.lockInterruptibly();
        try {
            while (queuedEvents >= QUEUE_EVENTS && !closed) {
                changed.await();
            }
            requireOpen();
            queue.addLast(job);
            queuedEvents += job.size();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return job.answer();
    }

    @Override
    public List<Standing> standing(List<EventId> ids) throws InterruptedException {
        return read(() -> ids.stream().map(events::standing).toList());
    }

    @Override
    public Optional<Event> event(EventId id) throws InterruptedException {
        return read(() -> events.living(id));
    }

    @Override
    public Optional<Event> version(Coordinate coordinate) throws InterruptedException {
        return read(() -> events.living(coordinate));
    }

    @Override
    public Scan<Event> events(Filter filter, Order order) {
        return scan(filter, order, Leave.free(), event -> event);
    }

    @Override
    public Scan<Encoded> encoded(Filter filter, Order order, Leave leave) {
        return scan(filter, order, leave, event -> new Encoded(event.createdAt(), event.id(), Codec.encode(event)));
    }

    @Override
    public Scan<Item> items(Filter filter, Leave leave) {
        return scan(filter, Order.OLDEST_FIRST, leave, event -> new Item(event.createdAt(), event.id()));
    }

    @Override
    public long count(List<Filter> filters, Leave leave) throws InterruptedException {
        leave.allowance().spend(statistics().events(), 0, 0);
        return read(() -> events.count(filters, leave.visibility()));
    }

    @Override
    public List<Coverage> coverage(List<CoverageKey> keys) throws InterruptedException {
        return read(() -> keys.stream()
                .map(key -> coverage.getOrDefault(key, Coverage.NONE))
                .toList());
    }

    @Override
    public Scan<CoverageEntry> allCoverage() {
        return once(() -> coverage.entrySet().stream()
                .map(entry -> new CoverageEntry(entry.getKey(), entry.getValue()))
                .toList());
    }

    @Override
    public Scan<Refusals.Item> refusals(Refusals.Query query) {
        return once(() -> refusals.find(query));
    }

    @Override
    public long refusalCount(RelayUrl relay) throws InterruptedException {
        return read(() -> refusals.count(relay));
    }

    @Override
    public Watch watch(ArchiveChanges listener) {
        locked(() -> {
            told = listeners.isEmpty() ? living() : told;
            listeners.add(listener);
        });
        return () -> listeners.remove(listener);
    }

    @Override
    public Statistics statistics() {
        lock.lock();
        try {
            return new Statistics(events.livingCount(), 0, queuedEvents, generation);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void compact() {}

    @Override
    public void close() {
        release();
        locked(() -> closed = true);
        writer.join();
    }

    private void work() {
        for (Optional<Job> job = nextJob(); job.isPresent(); job = nextJob()) {
            answer(job.get());
        }
    }

    private Optional<Job> nextJob() {
        lock.lock();
        try {
            works = false;
            while (holdsWrites || (queue.isEmpty() && !closed)) {
                changed.awaitUninterruptibly();
            }
            works = true;
            return Optional.ofNullable(queue.pollFirst());
        } finally {
            lock.unlock();
        }
    }

    private void answer(Job job) {
        Optional<List<Verdict>> verdicts = applied(job);
        verdicts.ifPresentOrElse(
                job.answer()::complete,
                () -> job.answer()
                        .completeExceptionally(new ArchiveException(ArchiveException.Kind.IO, "the disk failed")));
    }

    private Optional<List<Verdict>> applied(Job job) {
        lock.lock();
        try {
            queuedEvents -= job.size();
            changed.signalAll();
            if (broken) {
                return Optional.empty();
            }
            generation++;
            List<Verdict> verdicts = apply(job.write());
            changed.signalAll();
            tell();
            while (holdsAnswers) {
                changed.awaitUninterruptibly();
            }
            return Optional.of(verdicts);
        } finally {
            lock.unlock();
        }
    }

    private List<Event> living() {
        return events.after(Optional.empty(), Filter.ALL, Order.OLDEST_FIRST, Integer.MAX_VALUE, Visibility.ALL);
    }

    /** Of what has expired meanwhile too, as an archive does that sweeps before each group. */
    private void tell() {
        if (listeners.isEmpty()) {
            return;
        }
        Set<Event> then = new HashSet<>(told);
        List<Event> after = living();
        Set<Event> now = new HashSet<>(after);
        List<Event> added =
                after.stream().filter(event -> !then.contains(event)).toList();
        List<Item> removed = told.stream()
                .filter(event -> !now.contains(event))
                .map(event -> new Item(event.createdAt(), event.id()))
                .toList();
        told = after;
        listeners.forEach(listener -> listener.changed(added, removed));
    }

    private List<Verdict> apply(Write write) {
        return switch (write) {
            case Write.Events batch ->
                batch.events().stream()
                        .map(event -> events.add(event, batch.guard()))
                        .toList();
            case Write.Progress progress -> {
                progress.coverage().forEach(entry -> coverage.put(entry.key(), entry.coverage()));
                progress.refusals().forEach(refusals::put);
                yield List.of();
            }
        };
    }

    private <T> Scan<T> scan(Filter filter, Order order, Leave leave, Function<Event, T> form) {
        scans.incrementAndGet();
        return new Scan<>() {
            private Optional<Event> last = Optional.empty();
            private long left = filter.limit().orElse(Integer.MAX_VALUE);

            @Override
            public List<T> next() throws InterruptedException {
                slices.incrementAndGet();
                int most = (int) Math.min(SLICE, left);
                Visibility visibility = leave.visibility();
                List<Event> slice = read(() -> events.after(last, filter, order, most, visibility));
                leave.allowance().spend(slice.isEmpty() ? statistics().events() : 0, 0, 0);
                if (!slice.isEmpty()) {
                    last = Optional.of(slice.get(slice.size() - 1));
                    left -= slice.size();
                }
                return slice.stream().map(form).toList();
            }
        };
    }

    private <T> Scan<T> once(Reading<List<T>> reading) {
        scans.incrementAndGet();
        return new Scan<>() {
            private boolean read;

            @Override
            public List<T> next() throws InterruptedException {
                List<T> all = read ? List.of() : MemoryArchive.this.read(reading);
                read = true;
                return all;
            }
        };
    }

    /** What is read under the lock. */
    private interface Reading<T> {
        T read();
    }

    private <T> T read(Reading<T> reading) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            awaitReading();
            requireOpen();
            return reading.read();
        } finally {
            lock.unlock();
        }
    }

    private void awaitReading() throws InterruptedException {
        heldReaders++;
        try {
            changed.signalAll();
            while (holdsReads) {
                changed.await();
            }
        } finally {
            heldReaders--;
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new ArchiveException(ArchiveException.Kind.CLOSED, "the archive is closed");
        }
    }
}
