package dev.sluice.grasp;

import dev.sluice.archive.Held;
import dev.sluice.archive.Item;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which events are accepted, one after the other as the archive's writer takes them. Accepted repositories are kept in
 * memory, also those of the group that is being written; other events are looked up. One thread at a time.
 */
final class Judge {

    /** Of either kind that one event may leave: each costs a look-up. */
    static final int MOST_MENTIONS = 8;

    private final Repositories repositories;
    private final Mentions mentions;

    /** Announcements let through since the archive last told of changes: they may not have been kept. */
    private final Map<Coordinate, EventId> provisional = new HashMap<>();

    /** Whether something was let through since then that may have made an announcement go. */
    private boolean disturbed;

    Judge(GraspRules rules, Mentions mentions) {
        this.repositories = new Repositories(rules);
        this.mentions = mentions;
    }

    /** Stands for the rules and for what is accepted. */
    long fingerprint() {
        return repositories.fingerprint();
    }

    boolean accepts(Event event, Held held) {
        return switch (event.kind()) {
            case Kind.DELETION, Kind.VANISH, Kind.GRASP_SERVERS -> true;
            case Kind.REPOSITORY -> Announcement.of(event).filter(this::takes).isPresent();
            case Kind.REPOSITORY_STATE -> isAccepted(Belonging.repository(event), held);
            default ->
                new Belonging(held, repository -> isAccepted(repository, held)).of(event)
                        || mentions.of(event).flatMap(held::event).isPresent();
        };
    }

    /** Besides what the rules accept, whatever replaces it: an owner who leaves must be able to. */
    private boolean takes(Announcement announcement) {
        return repositories.wouldAccept(announcement) || repositories.accepts(announcement.coordinate());
    }

    /** As the writer sees it, which may be ahead of what the archive has told. */
    private boolean isAccepted(Coordinate repository, Held held) {
        if (!repositories.accepts(repository)) {
            return false;
        }
        EventId unsure = provisional.get(repository);
        if (unsure != null) {
            return held.event(unsure).isPresent();
        }
        return !disturbed || held.version(repository).isPresent();
    }

    /** An event will be written, whether it is accepted or taken for another reason. */
    void letThrough(Event event) {
        disturbed |= event.kind() == Kind.DELETION || event.kind() == Kind.VANISH;
        Announcement.of(event).ifPresent(announcement -> {
            repositories.put(announcement);
            repositories
                    .held(announcement.coordinate())
                    .filter(announcement::equals)
                    .ifPresent(taken -> provisional.put(taken.coordinate(), taken.id()));
        });
    }

    /** What an accepted event names may be taken when it comes. */
    void mention(Event event, Held held) {
        mentions.remove(event);
        if (Belonging.isBasis(event)) {
            References named = References.of(event);
            named.ids().stream()
                    .limit(MOST_MENTIONS)
                    .filter(id -> held.event(id).isEmpty())
                    .forEach(id -> mentions.add(id, event.id()));
            named.addresses().stream()
                    .filter(address -> address.kind() != Kind.REPOSITORY)
                    .limit(MOST_MENTIONS)
                    .filter(address -> held.version(address).isEmpty())
                    .forEach(address -> mentions.add(address, event.id()));
        }
    }

    /** A group has been written. */
    void written(List<Event> added, List<Item> removed) {
        Set<EventId> unsure = new HashSet<>(provisional.values());
        for (Event event : added) {
            unsure.remove(event.id());
            Announcement.of(event).ifPresent(repositories::put);
        }
        unsure.forEach(repositories::remove);
        removed.forEach(item -> repositories.remove(item.id()));
        provisional.clear();
        disturbed = false;
    }
}
