package dev.sluice.grasp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.archive.ArchiveChanges;
import dev.sluice.archive.Item;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Kind;
import dev.sluice.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Changes of the archive in order, between its writer, which never waits, and the one thread that takes them. When more
 * wait than it holds, it drops them all and says so: then only the archive itself can tell.
 */
final class Changes implements ArchiveChanges {

    /** More than the archive writes in two seconds; events of usual size weigh about 100 MB then. */
    static final int MOST = 50_000;

    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();

    @GuardedBy("lock")
    private List<Change> waiting = new ArrayList<>();

    @GuardedBy("lock")
    private boolean overflowed;

    Changes(Time time) {
        this.time = time;
    }

    /** What happened to one event. */
    sealed interface Change {
        record Stored(Event event) implements Change {}

        record Gone(EventId id) implements Change {}
    }

    /**
     * What has happened.
     *
     * @param changes in order
     * @param gap whether more has happened than that, nobody knows what
     */
    record Batch(List<Change> changes, boolean gap) {}

    @Override
    public void changed(List<Event> added, List<Item> removed) {
        List<Event> telling = added.stream().filter(Changes::mayMatter).toList();
        if (telling.isEmpty() && removed.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            if (waiting.size() + telling.size() + removed.size() > MOST) {
                overflowed = true;
                waiting = new ArrayList<>();
            }
            if (!overflowed) {
                telling.forEach(event -> waiting.add(new Change.Stored(event)));
                removed.forEach(item -> waiting.add(new Change.Gone(item.id())));
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** An announcement, or what names another event. */
    private static boolean mayMatter(Event event) {
        return event.kind() == Kind.REPOSITORY
                || event.tags().stream().anyMatch(tag -> tag.size() > 1 && isReference(tag.get(0)));
    }

    private static boolean isReference(String name) {
        return name.length() == 1 && "aeEq".indexOf(name.charAt(0)) >= 0;
    }

    /** How many wait. */
    int size() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** What has happened since the last call; blocks until there is something or the moment has come. */
    Batch take(long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            boolean inTime = true;
            while (waiting.isEmpty() && !overflowed && inTime) {
                inTime = time.await(lock, arrived, deadlineNanos);
            }
            Batch batch = new Batch(waiting, overflowed);
            waiting = new ArrayList<>();
            overflowed = false;
            return batch;
        } finally {
            lock.unlock();
        }
    }
}
