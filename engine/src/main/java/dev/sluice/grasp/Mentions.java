package dev.sluice.grasp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What accepted events name that is not here yet, and by which of them it is named; the oldest mention goes first. Any
 * thread may call.
 */
final class Mentions {

    /** About 20 MB; nearly all that events name is here before them, and what is named in vain must not grow without end. */
    static final int MOST = 100_000;

    private final ReentrantLock lock = new ReentrantLock();

    /** Of ids and of coordinates. */
    @GuardedBy("lock")
    private final Map<Object, EventId> mentions = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, EventId> eldest) {
            return size() > MOST;
        }
    };

    void add(EventId named, EventId by) {
        put(named, by);
    }

    void add(Coordinate named, EventId by) {
        put(named, by);
    }

    /** Which event has named this one, by its id or its address; it may be gone by now. */
    Optional<EventId> of(Event event) {
        lock.lock();
        try {
            Optional<EventId> byId = Optional.ofNullable(mentions.get(event.id()));
            return byId.or(() -> event.coordinate().map(mentions::get));
        } finally {
            lock.unlock();
        }
    }

    /** What was named has come. */
    void remove(Event event) {
        lock.lock();
        try {
            mentions.remove(event.id());
            event.coordinate().ifPresent(mentions::remove);
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return mentions.size();
        } finally {
            lock.unlock();
        }
    }

    private void put(Object named, EventId by) {
        lock.lock();
        try {
            mentions.putIfAbsent(named, by);
        } finally {
            lock.unlock();
        }
    }
}
