package dev.sluice.store;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The archive as it will be after the group that is being made: the file's maps and, in front of them, the group's own
 * changes. Nothing of it reaches the file before {@link GroupWriter}. Writer thread only.
 */
final class Overlay {

    private final Maps maps;
    private final Map<EventId, Prepared> added = new LinkedHashMap<>();
    private final Map<Long, EventId> removed = new TreeMap<>();
    private final Map<Coordinate, Address> addresses = new HashMap<>();
    private final Map<Mark, Boolean> marks = new HashMap<>();
    private final Map<PublicKey, Long> vanished = new HashMap<>();

    Overlay(Maps maps) {
        this.maps = maps;
    }

    Maps maps() {
        return maps;
    }

    Collection<Prepared> added() {
        return added.values();
    }

    /** Held events that go, by sequence number. */
    Map<Long, EventId> removed() {
        return removed;
    }

    Map<Coordinate, Address> addresses() {
        return addresses;
    }

    Map<Mark, Boolean> marks() {
        return marks;
    }

    Map<PublicKey, Long> vanished() {
        return vanished;
    }

    boolean isEmpty() {
        return added.isEmpty() && removed.isEmpty() && addresses.isEmpty() && marks.isEmpty() && vanished.isEmpty();
    }

    /** The head of a held event. */
    @Nullable
    Head head(EventId id) {
        Prepared own = added.get(id);
        if (own != null) {
            return own.head();
        }
        Found found = held(id);
        return found == null ? null : found.head();
    }

    /** A held event. */
    @Nullable
    Prepared event(EventId id, Terms terms) {
        Prepared own = added.get(id);
        if (own != null) {
            return own;
        }
        Found found = held(id);
        byte[] record = found == null ? null : maps.records().get(found.seq());
        return record == null ? null : Prepared.of(record, terms);
    }

    void add(Prepared event) {
        added.put(event.id(), event);
    }

    /** Removes an event if it is held. */
    void remove(EventId id) {
        if (added.remove(id) == null) {
            Found found = held(id);
            if (found != null) {
                removed.put(found.seq(), id);
            }
        }
    }

    void remove(long seq, EventId id) {
        removed.put(seq, id);
    }

    /** When a held event that goes was made. */
    long createdAt(long seq) {
        Head head = maps.heads().get(seq);
        if (head == null) {
            throw new IllegalArgumentException("event " + seq + " has no head");
        }
        return head.createdAt();
    }

    Address address(Coordinate coordinate) {
        Address own = addresses.get(coordinate);
        if (own != null) {
            return own;
        }
        Address held = maps.addresses().get(Address.key(coordinate));
        return held == null ? Address.UNKNOWN : held;
    }

    void address(Coordinate coordinate, Address address) {
        addresses.put(coordinate, address);
    }

    boolean marked(Mark mark) {
        return marks.containsKey(mark) || maps.marks().containsKey(mark);
    }

    /** Notes a deletion by id, or that the event which it means was met. */
    void mark(Mark mark, boolean met) {
        boolean before =
                marks.getOrDefault(mark, Boolean.TRUE.equals(maps.marks().get(mark)));
        if ((met && !before) || !marked(mark)) {
            marks.put(mark, met);
        }
    }

    /** The second up to which an author's events are gone; -1 when the author has not vanished. */
    long vanishedUpTo(PublicKey author) {
        Long own = vanished.get(author);
        if (own != null) {
            return own;
        }
        Long held = maps.vanished().get(author);
        return held == null ? -1 : held;
    }

    void vanish(PublicKey author, long upTo) {
        vanished.put(author, upTo);
    }

    /** What the file holds and the group has not removed. */
    private @Nullable Found held(EventId id) {
        Found found = maps.find(id);
        return found == null || removed.containsKey(found.seq()) ? null : found;
    }
}
