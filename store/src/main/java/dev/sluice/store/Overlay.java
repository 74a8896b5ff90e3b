package dev.sluice.store;

import dev.sluice.archive.Item;
import dev.sluice.archive.Standing;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The archive as it will be after the group that is being made: the file's maps and, in front of them, the group's own
 * changes. Nothing of it reaches the file before {@link GroupWriter}. Writer thread only.
 */
final class Overlay {

    private final Maps maps;
    private final Map<EventId, @Nullable Found> expected = new HashMap<>();
    private final Map<EventId, Prepared> added = new LinkedHashMap<>();
    private final Map<Long, Item> removed = new TreeMap<>();
    private final Map<Coordinate, Address> addresses = new HashMap<>();
    private final Set<Mark> marks = new HashSet<>();
    private final Map<PublicKey, Long> vanished = new HashMap<>();
    private final Map<EventId, Standing.Gone> gone = new HashMap<>();

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
    Map<Long, Item> removed() {
        return removed;
    }

    Map<Coordinate, Address> addresses() {
        return addresses;
    }

    Set<Mark> marks() {
        return marks;
    }

    Map<PublicKey, Long> vanished() {
        return vanished;
    }

    /** Events that were met and are not or no more held. */
    Map<EventId, Standing.Gone> gone() {
        return gone;
    }

    boolean isEmpty() {
        return added.isEmpty()
                && removed.isEmpty()
                && addresses.isEmpty()
                && marks.isEmpty()
                && vanished.isEmpty()
                && gone.isEmpty();
    }

    /** Looks up in one go what the file holds of ids that will be asked for one by one. */
    void expect(Stream<EventId> ids) {
        expected.putAll(maps.heads(ids));
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
    void remove(EventId id, Standing.Cause cause) {
        Prepared own = added.remove(id);
        Found found = own == null ? held(id) : null;
        if (own != null) {
            goes(id, own.head().createdAt(), cause);
        } else if (found != null) {
            remove(found, cause);
        }
    }

    /** Removes an event of the file. */
    void remove(Found held, Standing.Cause cause) {
        removed.put(held.seq(), new Item(held.head().createdAt(), held.head().id()));
        goes(held.head().id(), held.head().createdAt(), cause);
    }

    /** Notes an event that is not kept; the first cause stays. */
    void goes(EventId id, long createdAt, Standing.Cause cause) {
        if (!maps.gone().containsKey(id)) {
            gone.putIfAbsent(id, new Standing.Gone(createdAt, cause));
        }
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
        return marks.contains(mark) || maps.marks().containsKey(mark);
    }

    /** Notes a deletion by id. */
    void mark(Mark mark) {
        if (!maps.marks().containsKey(mark)) {
            marks.add(mark);
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
        Found found = expected.containsKey(id) ? expected.get(id) : maps.find(id);
        return found == null || removed.containsKey(found.seq()) ? null : found;
    }
}
