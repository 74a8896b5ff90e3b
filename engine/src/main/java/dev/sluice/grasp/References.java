package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an event names in its tags.
 *
 * @param ids in {@code e}, {@code E} and {@code q}, in order
 * @param addresses in {@code a}, {@code A} and {@code q}, in order
 */
record References(Set<EventId> ids, Set<Coordinate> addresses) {

    /** More of either are not followed: what belongs to a thread names a handful. */
    static final int MOST = 100;

    static References of(Event event) {
        Set<EventId> ids = new LinkedHashSet<>();
        Set<Coordinate> addresses = new LinkedHashSet<>();
        for (List<String> tag : event.tags()) {
            if (tag.size() > 1 && tag.get(0).length() == 1) {
                read(tag.get(0).charAt(0), tag.get(1), ids, addresses);
            }
        }
        return new References(ids, addresses);
    }

    private static void read(char letter, String value, Set<EventId> ids, Set<Coordinate> addresses) {
        switch (letter) {
            case 'e', 'E' -> EventId.ofHex(value).ifPresent(id -> add(ids, id));
            case 'a', 'A' -> Coordinate.parse(value).ifPresent(address -> add(addresses, address));
            case 'q' -> {
                Optional<EventId> id = EventId.ofHex(value);
                id.ifPresent(found -> add(ids, found));
                if (id.isEmpty()) {
                    Coordinate.parse(value).ifPresent(address -> add(addresses, address));
                }
            }
            default -> {
                // no other tag names an event
            }
        }
    }

    private static <T> void add(Set<T> set, T value) {
        if (set.size() < MOST) {
            set.add(value);
        }
    }
}
