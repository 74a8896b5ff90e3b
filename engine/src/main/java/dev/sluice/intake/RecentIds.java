package dev.sluice.intake;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.EventId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The last ids of events that leave no trace in the archive, so that each is passed on once. Bounded, oldest out. */
final class RecentIds {

    private final ReentrantLock lock = new ReentrantLock();

    private final int bound;

    @GuardedBy("lock")
    private final Map<EventId, Boolean> ids;

    RecentIds(int bound) {
        this.bound = bound;
        this.ids = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<EventId, Boolean> eldest) {
                return size() > bound;
            }
        };
    }

    int bound() {
        return bound;
    }

    int size() {
        lock.lock();
        try {
            return ids.size();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the id was not among the last ones. */
    boolean add(EventId id) {
        lock.lock();
        try {
            return ids.putIfAbsent(id, Boolean.TRUE) == null;
        } finally {
            lock.unlock();
        }
    }
}
