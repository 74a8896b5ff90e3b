package dev.sluice.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.nostr.EventId;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Where the stored events of a subscription meet its live ones, so that each passes once. It remembers ids of what came live
 * before the stored events were all sent, and of what was sent as stored before it came live; not the whole answer.
 */
final class Seam {

    /** Below, what will not come any more is not looked for. */
    private static final int FEW = 64;

    private final Predicate<EventId> toCome;
    private final ReentrantLock lock = new ReentrantLock();

    /** Came live, and was not sent as stored up to now. */
    @GuardedBy("lock")
    private Set<EventId> heard = new HashSet<>();

    /** Came live and waits, but was sent as stored meanwhile. */
    @GuardedBy("lock")
    private final Set<EventId> twice = new HashSet<>();

    /** Sent as stored, and may still come live. */
    @GuardedBy("lock")
    private final Set<EventId> sent = new HashSet<>();

    @GuardedBy("lock")
    private int room = FEW;

    @GuardedBy("lock")
    private boolean answered;

    /** @param toCome whether the feed may still bring an event that is in the archive */
    Seam(Predicate<EventId> toCome) {
        this.toCome = toCome;
    }

    /** The feed brings an event, each once: whether it is to be sent when its turn comes. */
    boolean comes(EventId id) {
        lock.lock();
        try {
            if (sent.remove(id)) {
                return false;
            }
            if (!answered) {
                heard.add(id);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** An event is sent as stored. */
    void stored(EventId id) {
        // asked first: what is not to come any more has been heard by now
        boolean coming = toCome.test(id);
        lock.lock();
        try {
            if (heard.remove(id)) {
                twice.add(id);
            } else if (coming) {
                sent.add(id);
                trim();
            }
        } finally {
            lock.unlock();
        }
    }

    /** All stored events are sent. */
    void answered() {
        lock.lock();
        try {
            answered = true;
            heard = Set.of();
            room = 0;
            trim();
        } finally {
            lock.unlock();
        }
    }

    /** The turn of an event that came: whether it is still to be sent. */
    boolean passes(EventId id) {
        lock.lock();
        try {
            return !twice.remove(id);
        } finally {
            lock.unlock();
        }
    }

    /** How many ids it remembers. */
    int size() {
        lock.lock();
        try {
            return heard.size() + twice.size() + sent.size();
        } finally {
            lock.unlock();
        }
    }

    /** What can't come any more does not stay: copies that were on their way are never heard. */
    @GuardedBy("lock")
    private void trim() {
        if (sent.size() > room) {
            sent.removeIf(toCome.negate());
            room = Math.max(FEW, 2 * sent.size());
        }
    }
}
