package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.EventId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The announcements that are held, and which of them are accepted: those that the rules accept for themselves, and those
 * of maintainers whom an accepted one of the same identifier names. What is accepted depends on what is held alone, not on
 * the order in which it came. One thread at a time.
 */
final class Repositories {

    private final GraspRules rules;
    private final Map<Coordinate, Announcement> held = new HashMap<>();
    private final Map<EventId, Announcement> ids = new HashMap<>();
    private final Map<Coordinate, Announcement> accepted = new HashMap<>();

    /** By whose held announcements a coordinate is named as a maintainer's. */
    private final Map<Coordinate, Set<Coordinate>> owners = new HashMap<>();

    private long fingerprint;

    Repositories(GraspRules rules) {
        this.rules = rules;
        this.fingerprint = rules.fingerprint();
    }

    /** What has become accepted, and what is not any more. */
    record Change(Set<Coordinate> accepted, Set<Coordinate> dropped) {
        static final Change NONE = new Change(Set.of(), Set.of());
    }

    boolean accepts(Coordinate coordinate) {
        return accepted.containsKey(coordinate);
    }

    /** Whether it would be accepted if it were held. */
    boolean wouldAccept(Announcement announcement) {
        return rules.acceptItself(announcement)
                || (rules.mayBeAccepted(announcement.coordinate()) && isNamed(announcement.coordinate()));
    }

    Optional<Announcement> held(Coordinate coordinate) {
        return Optional.ofNullable(held.get(coordinate));
    }

    /** Announcements that are held, accepted or not. */
    int announced() {
        return held.size();
    }

    Collection<Announcement> accepted() {
        return accepted.values();
    }

    /** Stands for the rules and for what is accepted; equal in every process. */
    long fingerprint() {
        return fingerprint;
    }

    /** Holds an announcement, unless one that beats it is held. */
    Change put(Announcement announcement) {
        Coordinate coordinate = announcement.coordinate();
        Announcement before = held.get(coordinate);
        if (before != null && !announcement.beats(before)) {
            return Change.NONE;
        }
        Set<Coordinate> doubtful = before == null ? Set.of() : resting(coordinate);
        if (before != null) {
            unlink(before);
        }
        link(announcement);
        return reconsider(coordinate, doubtful);
    }

    /** Holds the announcement of an id no more; any other id changes nothing. */
    Change remove(EventId id) {
        Announcement gone = ids.get(id);
        if (gone == null) {
            return Change.NONE;
        }
        Set<Coordinate> doubtful = resting(gone.coordinate());
        unlink(gone);
        return reconsider(gone.coordinate(), doubtful);
    }

    private void link(Announcement announcement) {
        held.put(announcement.coordinate(), announcement);
        ids.put(announcement.id(), announcement);
        announcement
                .ofMaintainers()
                .forEach(named ->
                        owners.computeIfAbsent(named, any -> new HashSet<>()).add(announcement.coordinate()));
    }

    private void unlink(Announcement announcement) {
        held.remove(announcement.coordinate());
        ids.remove(announcement.id());
        announcement
                .ofMaintainers()
                .forEach(named -> owners.computeIfPresent(named, (any, set) -> {
                    set.remove(announcement.coordinate());
                    return set.isEmpty() ? null : set;
                }));
    }

    /** What is accepted and may rest on a coordinate, itself included. */
    private Set<Coordinate> resting(Coordinate coordinate) {
        Set<Coordinate> resting = new HashSet<>();
        Deque<Coordinate> open = new ArrayDeque<>(List.of(coordinate));
        while (!open.isEmpty()) {
            Coordinate next = open.removeFirst();
            Announcement announcement = accepted.get(next);
            if (announcement != null && resting.add(next)) {
                announcement.ofMaintainers().forEach(open::addLast);
            }
        }
        return resting;
    }

    private Change reconsider(Coordinate changed, Set<Coordinate> doubtful) {
        doubtful.forEach(this::drop);
        Set<Coordinate> grown = new HashSet<>();
        Stream.concat(Stream.of(changed), doubtful.stream()).forEach(coordinate -> grow(coordinate, grown));
        Set<Coordinate> dropped = new HashSet<>(doubtful);
        dropped.removeAll(grown);
        grown.removeAll(doubtful);
        return new Change(grown, dropped);
    }

    private void grow(Coordinate start, Set<Coordinate> grown) {
        Deque<Coordinate> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            Coordinate next = open.removeFirst();
            Announcement announcement = held.get(next);
            if (announcement != null && !accepted.containsKey(next) && wouldAccept(announcement)) {
                accepted.put(next, announcement);
                fingerprint += Fingerprint.of(next.toString());
                grown.add(next);
                announcement.ofMaintainers().forEach(open::addLast);
            }
        }
    }

    private void drop(Coordinate coordinate) {
        accepted.remove(coordinate);
        fingerprint -= Fingerprint.of(coordinate.toString());
    }

    private boolean isNamed(Coordinate coordinate) {
        return owners.getOrDefault(coordinate, Set.of()).stream().anyMatch(accepted::containsKey);
    }
}
