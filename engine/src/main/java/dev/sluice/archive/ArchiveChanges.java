package dev.sluice.archive;

import dev.sluice.nostr.Event;
import java.util.List;

/** Hears what came into the archive and what left it. */
@FunctionalInterface
public interface ArchiveChanges {

    /**
     * One group has become durable and is what readers see. Called on the writer thread in the order of the groups, so
     * it must be short and never block.
     */
    void changed(List<Event> added, List<Item> removed);
}
