package dev.sluice.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.Allowance;
import dev.sluice.archive.ArchiveChanges;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Item;
import dev.sluice.archive.Leave;
import dev.sluice.archive.Visibility;
import dev.sluice.negentropy.Frame;
import dev.sluice.negentropy.ItemSet;
import dev.sluice.negentropy.ItemView;
import dev.sluice.negentropy.Reconciler;
import dev.sluice.negentropy.Step;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The item sets that clients reconcile against: one per filter, shared by all sessions, kept up to date with the archive
 * for as long as it is remembered. A session over a set holds a snapshot, which costs nothing. Any thread may call.
 */
final class ReconciledSets implements ArchiveChanges, AutoCloseable {

    /** Filters whose sets are remembered at most; each costs a match for every event that the archive accepts. */
    private static final int MOST_SETS = 16;

    private final EventArchive archive;
    private final RelayLimits limits;
    private final EventArchive.Watch watch;

    /** Reconciling is all computation: no more at a time than there are cores. */
    private final Semaphore computing = new Semaphore(Runtime.getRuntime().availableProcessors(), true);

    private final Semaphore sessions;
    private final ReentrantLock lock = new ReentrantLock();

    /** The least recently used first. */
    @GuardedBy("lock")
    private final Map<Filter, FilterItems> sets = new LinkedHashMap<>(16, 0.75f, true);

    ReconciledSets(EventArchive archive, RelayLimits limits) {
        this.archive = archive;
        this.limits = limits;
        this.sessions = new Semaphore(limits.count(Limit.MAX_NEG_SESSIONS_IN_ALL));
        this.watch = archive.watch(this);
    }

    /**
     * What of a filter everybody may see, without its limit; empty when that is more than may be reconciled or the
     * allowance is spent. Blocks while reading.
     */
    Optional<ItemView> items(Filter filter, Visibility everybody, Allowance allowance) throws InterruptedException {
        FilterItems items = remembered(filter, everybody);
        Optional<ItemView> view = items.snapshot(archive, limits.count(Limit.MAX_NEG_ITEMS), allowance);
        if (view.isEmpty()) {
            forget(filter, items);
        } else {
            trim(filter);
        }
        return view;
    }

    /** What of a filter one reader may see; empty when that is more than a bound or the allowance is spent. */
    Optional<ItemSet> privateItems(Filter filter, Leave leave, int most) throws InterruptedException {
        return FilterItems.read(filter, leave, archive, most);
    }

    /** How many items the remembered sets hold. */
    long sharedItems() {
        return all().stream().mapToLong(FilterItems::size).sum();
    }

    /** How many sessions are open. */
    int openSessions() {
        return limits.count(Limit.MAX_NEG_SESSIONS_IN_ALL) - sessions.availablePermits();
    }

    /** Whether one more session may be open; {@link #sessionEnded} gives the place back. */
    boolean trySession() {
        return sessions.tryAcquire();
    }

    void sessionEnded() {
        sessions.release();
    }

    /** So many items are remembered at most: the set just asked for stays, whatever it holds. */
    long mostItems() {
        return limits.of(Limit.MAX_NEG_SHARED_ITEMS) + limits.of(Limit.MAX_NEG_ITEMS);
    }

    /** Answers a frame when a core is free for it. Blocks until then. */
    Step step(Reconciler reconciler, Frame frame) throws InterruptedException {
        computing.acquire();
        try {
            return reconciler.step(frame);
        } finally {
            computing.release();
        }
    }

    @Override
    public void changed(List<Event> added, List<Item> removed) {
        for (FilterItems items : all()) {
            items.changed(added, removed);
        }
    }

    @Override
    public void close() {
        watch.close();
    }

    private List<FilterItems> all() {
        lock.lock();
        try {
            return List.copyOf(sets.values());
        } finally {
            lock.unlock();
        }
    }

    private FilterItems remembered(Filter filter, Visibility everybody) {
        lock.lock();
        try {
            return sets.computeIfAbsent(filter, key -> new FilterItems(key, everybody));
        } finally {
            lock.unlock();
        }
    }

    private void forget(Filter filter, FilterItems items) {
        lock.lock();
        try {
            sets.remove(filter, items);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the least recently used sets beyond the bounds, but not the one just asked for. */
    private void trim(Filter used) {
        lock.lock();
        try {
            long items = sets.values().stream().mapToLong(FilterItems::size).sum();
            var oldest = sets.entrySet().iterator();
            while (oldest.hasNext() && (sets.size() > MOST_SETS || items > limits.of(Limit.MAX_NEG_SHARED_ITEMS))) {
                Map.Entry<Filter, FilterItems> entry = oldest.next();
                if (!entry.getKey().equals(used)) {
                    items -= entry.getValue().size();
                    oldest.remove();
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
