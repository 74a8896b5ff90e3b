package dev.sluice.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.mvstore.MVStore;

/**
 * Hands the last committed version to readers and keeps it, and it alone, from being overwritten while one of them reads.
 * Readers never see a group that is still being made.
 */
final class Snapshots {

    private final MVStore store;
    private final Maps live;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Snapshot current;

    Snapshots(EventFile file) {
        this.store = file.store();
        this.live = file.maps();
        this.current = take();
    }

    /** Makes what the file holds now the version that is read. Called by the writer, between commit and next change. */
    void publish() {
        Snapshot next = take();
        lock.lock();
        try {
            Snapshot last = current;
            current = next;
            last.superseded = true;
            freeIfUnused(last);
        } finally {
            lock.unlock();
        }
    }

    /** The version to read; to be given back within one slice. */
    Snapshot acquire() {
        lock.lock();
        try {
            current.readers++;
            return current;
        } finally {
            lock.unlock();
        }
    }

    void release(Snapshot snapshot) {
        lock.lock();
        try {
            snapshot.readers--;
            freeIfUnused(snapshot);
        } finally {
            lock.unlock();
        }
    }

    /** Frees the last version, before the store is closed. No reader may be left. */
    void close() {
        lock.lock();
        try {
            current.superseded = true;
            freeIfUnused(current);
        } finally {
            lock.unlock();
        }
    }

    private Snapshot take() {
        return new Snapshot(live.at(store.getCurrentVersion()), store.registerVersionUsage());
    }

    @GuardedBy("lock")
    private void freeIfUnused(Snapshot snapshot) {
        if (snapshot.superseded && snapshot.readers == 0) {
            store.deregisterVersionUsage(snapshot.usage);
        }
    }

    /** One committed version. Its counters belong to {@link Snapshots}. */
    static final class Snapshot {

        private final Maps maps;
        private final MVStore.TxCounter usage;
        private int readers;
        private boolean superseded;

        private Snapshot(Maps maps, MVStore.TxCounter usage) {
            this.maps = maps;
            this.usage = usage;
        }

        Maps maps() {
            return maps;
        }
    }
}
