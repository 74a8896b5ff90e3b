package dev.sluice.store;

import dev.sluice.archive.ArchiveChanges;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Item;
import dev.sluice.nostr.Event;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those who hear of every change. */
final class Watches {

    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);

    private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();

    /** One watch; a listener may have several, and each ends only itself. */
    private static final class Listener {

        private final ArchiveChanges changes;

        Listener(ArchiveChanges changes) {
            this.changes = changes;
        }
    }

    EventArchive.Watch add(ArchiveChanges listener) {
        Listener own = new Listener(listener);
        listeners.add(own);
        return () -> listeners.remove(own);
    }

    /** What a group is about to change; computed before it reaches the maps. Writer thread only. */
    Change of(Overlay overlay) {
        if (listeners.isEmpty()) {
            return new Change(List.of(), List.of());
        }
        List<Event> added = overlay.added().stream().map(Prepared::event).toList();
        return new Change(added, List.copyOf(overlay.removed().values()));
    }

    /** Tells of a change that has become durable. A listener that fails is not the archive's fault. Writer thread only. */
    void tell(Change change) {
        if (change.added.isEmpty() && change.removed.isEmpty()) {
            return;
        }
        for (Listener listener : listeners) {
            try {
                listener.changes.changed(change.added, change.removed);
            } catch (RuntimeException e) {
                LOG.error("a listener to the archive failed", e);
            }
        }
    }

    /** What came and what left. */
    record Change(List<Event> added, List<Item> removed) {}
}
