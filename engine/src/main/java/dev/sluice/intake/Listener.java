package dev.sluice.intake;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A bounded view of the feed: what its watches match waits here for one thread that takes it. When it overflows, what
 * waits is still heard, then a {@link Heard.Gap}, and nothing after that.
 *
 * @param <K> what names a watch
 */
public final class Listener<K> implements AutoCloseable {

    private final FilterIndex index;
    private final int maxEvents;
    private final long maxBytes;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final Map<K, Watch> watches = new HashMap<>();

    @GuardedBy("lock")
    private final ArrayDeque<Heard<K>> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private int events;

    @GuardedBy("lock")
    private long bytes;

    @GuardedBy("lock")
    private boolean overflowed;

    @GuardedBy("lock")
    private boolean closed;

    Listener(FilterIndex index, int maxEvents, long maxBytes) {
        this.index = index;
        this.maxEvents = maxEvents;
        this.maxBytes = maxBytes;
    }

    /** Hears from now on what any of the filters matches; replaces a watch of the same name. Limits do not count. */
    public void watch(K name, List<Filter> filters) {
        watch(name, filters, event -> true);
    }

    /**
     * The same without what is not wanted.
     *
     * @param wanted asked for each event that a filter matches, as long as no gap was heard, by the thread that publishes;
     *     must not block
     */
    public void watch(K name, List<Filter> filters, Predicate<Event> wanted) {
        Watch watch = new Watch(filters, arrival -> offer(name, arrival, wanted));
        lock.lock();
        try {
            if (!closed) {
                forget(watches.put(name, watch));
                index.add(watch);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends a watch; what was heard before may still wait. */
    public void unwatch(K name) {
        lock.lock();
        try {
            forget(watches.remove(name));
        } finally {
            lock.unlock();
        }
    }

    /** Sets a mark behind all that was accepted up to now. */
    public void mark(K name) {
        lock.lock();
        try {
            waiting.addLast(new Heard.Marked<>(name));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The next thing heard; blocks until there is one. An interrupt consumes nothing. */
    public Heard<K> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !closed) {
                changed.await();
            }
            return closed ? new Heard.Ended<>() : taken(waiting.removeFirst());
        } finally {
            lock.unlock();
        }
    }

    /** Ends all watches and whoever waits. Idempotent. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            watches.values().forEach(index::remove);
            watches.clear();
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void offer(K name, Arrival arrival, Predicate<Event> wanted) {
        lock.lock();
        try {
            if (!closed && !overflowed && wanted.test(arrival.event())) {
                append(name, arrival);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void append(K name, Arrival arrival) {
        if (events >= maxEvents || bytes >= maxBytes) {
            overflowed = true;
            waiting.addLast(new Heard.Gap<>());
            return;
        }
        events++;
        bytes += arrival.weight();
        waiting.addLast(new Heard.Arrived<>(name, arrival));
    }

    @GuardedBy("lock")
    private Heard<K> taken(Heard<K> heard) {
        if (heard instanceof Heard.Arrived<K> arrived) {
            events--;
            bytes -= arrived.arrival().weight();
        }
        return heard;
    }

    private void forget(@Nullable Watch watch) {
        if (watch != null) {
            index.remove(watch);
        }
    }
}
