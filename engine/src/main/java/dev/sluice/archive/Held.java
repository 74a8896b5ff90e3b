package dev.sluice.archive;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import java.util.Optional;

/** What the archive holds as seen by the writer inside a group. */
public interface Held {

    Optional<Event> event(EventId id);

    Optional<Event> version(Coordinate coordinate);
}
