package dev.sluice.intake;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What one request got back: deliveries counted by the reader thread as they arrive, verdicts counted when they are
 * durable. It is settled once the reader has seen the terminal ({@link #finish}) and every queued event has its verdict;
 * only then may a step of a walk confirm.
 */
public final class Receipt implements Claim {

    private final List<FilterCounter> filters;
    private final boolean live;
    private final long ceiling;
    private final long generation;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final VerdictCounter verdicts = new VerdictCounter();

    @GuardedBy("lock")
    private final List<Refusals.Item> refusals = new ArrayList<>();

    @GuardedBy("lock")
    private long queued;

    @GuardedBy("lock")
    private long pending;

    @GuardedBy("lock")
    private long unchecked;

    @GuardedBy("lock")
    private long unmatched;

    @GuardedBy("lock")
    private long excess;

    @GuardedBy("lock")
    private long late;

    @GuardedBy("lock")
    private long malformed;

    @GuardedBy("lock")
    private long thrownAway;

    @GuardedBy("lock")
    private boolean finished;

    @GuardedBy("lock")
    private @Nullable RuntimeException failure;

    private volatile boolean dropped;

    Receipt(List<Filter> filters, boolean live, long generation) {
        this.filters = filters.stream().map(FilterCounter::new).toList();
        this.live = live;
        this.ceiling = live ? Long.MAX_VALUE : ceiling(filters);
        this.generation = generation;
    }

    private static long ceiling(List<Filter> filters) {
        boolean bounded = filters.stream().allMatch(filter -> filter.limit().isPresent());
        return bounded
                ? filters.stream().mapToLong(filter -> filter.limit().orElse(0)).sum()
                : Long.MAX_VALUE;
    }

    /** Counts a delivery that was no event. */
    public void malformed() {
        lock.lock();
        try {
            malformed++;
        } finally {
            lock.unlock();
        }
    }

    /** The terminal was seen: what comes later is late. Idempotent. */
    public void finish() {
        lock.lock();
        try {
            finished = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the request up: what is queued for it is thrown away, and it will never be settled. Idempotent. */
    public void drop() {
        lock.lock();
        try {
            dropped = true;
            finished = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the terminal was seen and every queued event has a durable verdict. */
    public boolean settled() {
        lock.lock();
        try {
            return isSettled();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Blocks until it is settled or the moment has come. An interrupt changes nothing.
     *
     * @return the final tally; empty when the moment came first or the request was given up
     * @throws dev.sluice.archive.ArchiveException when the archive failed under an event of this request
     */
    public Optional<Tally> await(Time time, long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            boolean waiting = true;
            while (waiting && !isSettled() && failure == null && !dropped) {
                waiting = time.await(lock, changed, deadlineNanos);
            }
            if (failure != null) {
                throw failure;
            }
            return isSettled() ? Optional.of(counted()) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** The counts as they stand. */
    public Tally tally() {
        lock.lock();
        try {
            return counted();
        } finally {
            lock.unlock();
        }
    }

    /** How many events brought nothing since this was asked the last time: what was held, or is not kept. */
    public long takeFruitless() {
        lock.lock();
        try {
            return verdicts.takeFruitless();
        } finally {
            lock.unlock();
        }
    }

    /** Counts a delivery; {@link Delivery#QUEUED} when it must be queued now. */
    Delivery count(Event event) {
        lock.lock();
        try {
            if (finished) {
                late++;
                return Delivery.LATE;
            }
            return countMatching(event);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Delivery countMatching(Event event) {
        boolean full = queued >= ceiling;
        boolean matched = false;
        for (FilterCounter seen : filters) {
            boolean matches = seen.filter().matches(event);
            matched |= matches;
            if (matches && !full) {
                seen.count(event.createdAt());
            }
        }
        if (!matched) {
            unmatched++;
            return Delivery.UNMATCHED;
        }
        if (full) {
            excess++;
            return Delivery.EXCESS;
        }
        queued++;
        pending++;
        unchecked++;
        return Delivery.QUEUED;
    }

    @Override
    public boolean byAuthor() {
        return false;
    }

    /** The last event of a request that has ended hurries: whoever asked waits for all of them. */
    @Override
    public boolean checked() {
        lock.lock();
        try {
            unchecked--;
            return live || (finished && unchecked == 0);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the request has ended, no event of it waits for a verifier, and some wait for the archive. */
    public boolean awaitsArchive() {
        lock.lock();
        try {
            return finished && unchecked == 0 && pending > 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean dropped() {
        return dropped;
    }

    @Override
    public void settle(Event event, Verdict verdict) {
        lock.lock();
        try {
            verdicts.count(verdict);
            if (!live) {
                RefusalReason.remembered(verdict).ifPresent(reason -> refusals.add(item(event, reason)));
            }
            settleOne();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void discard() {
        lock.lock();
        try {
            thrownAway++;
            settleOne();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void fail(RuntimeException cause) {
        lock.lock();
        try {
            failure = cause;
            settleOne();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void settleOne() {
        pending--;
        if (pending == 0) {
            changed.signalAll();
        }
    }

    @GuardedBy("lock")
    private boolean isSettled() {
        return finished && !dropped && pending == 0 && failure == null;
    }

    @GuardedBy("lock")
    private Tally counted() {
        List<Tally.Seen> seen = filters.stream().map(FilterCounter::seen).toList();
        return new Tally(
                seen, queued, pending, unmatched, excess, late, malformed, thrownAway, verdicts.counted(), refusals);
    }

    private Refusals.Item item(Event event, Refusals.Reason reason) {
        return new Refusals.Item(event.createdAt(), event.id(), reason, generation);
    }
}
