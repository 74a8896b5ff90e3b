package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The events that an archive would hold, told to watched sets, whose searches it answers. */
final class LivingEvents {

    private final Map<EventId, Event> byId = new LinkedHashMap<>();
    private final Map<Coordinate, Event> versions = new HashMap<>();

    List<Event> all() {
        return List.copyOf(byId.values());
    }

    /** Keeps an event, unless a version that beats it is held; tells the set of it and of the version before it. */
    void add(Event event, WatchedSet set) {
        Optional<Event> before = event.coordinate().map(versions::get);
        if (before.isPresent() && Event.NEWEST_FIRST.compare(before.get(), event) <= 0) {
            return;
        }
        event.coordinate().ifPresent(coordinate -> versions.put(coordinate, event));
        byId.put(event.id(), event);
        set.stored(event);
        before.ifPresent(old -> {
            byId.remove(old.id());
            set.gone(old.id());
        });
    }

    void remove(Event event, WatchedSet set) {
        if (byId.remove(event.id()) != null) {
            event.coordinate().ifPresent(versions::remove);
            set.gone(event.id());
        }
    }

    /** Answers all searches, and those that come of them. */
    void answer(WatchedSet set) {
        for (List<Filter> searches = set.searches(); !searches.isEmpty(); searches = set.searches()) {
            for (Filter search : searches) {
                matching(search).forEach(set::stored);
            }
        }
    }

    /** The set as it is built at a start. */
    WatchedSet built(GraspRules rules) {
        WatchedSet set = new WatchedSet(rules);
        matching(Filter.ALL.withKinds(Set.of(Kind.REPOSITORY))).forEach(set::stored);
        answer(set);
        return set;
    }

    private List<Event> matching(Filter filter) {
        return new ArrayList<>(byId.values()).stream().filter(filter::matches).toList();
    }
}
