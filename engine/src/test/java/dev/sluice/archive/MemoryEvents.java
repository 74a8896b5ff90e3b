package dev.sluice.archive;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.KindClass;
import dev.sluice.nostr.PublicKey;
import dev.sluice.time.WallClock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All events ever given, and what follows from them by NIP-01, 09, 40 and 62. Its owner guards it. */
final class MemoryEvents implements Held {

    private final WallClock clock;
    private final String relay;

    private final Map<EventId, Event> byId = new HashMap<>();
    private final NavigableSet<Event> inOrder = new TreeSet<>(Event.NEWEST_FIRST);

    /** The version that beats all others of its address, alive or not. */
    private final Map<Coordinate, Event> newest = new HashMap<>();

    private final Set<Deletion> deletedIds = new HashSet<>();
    private final Map<Coordinate, Long> deletedUntil = new HashMap<>();
    private final Map<PublicKey, Long> vanishedUntil = new HashMap<>();

    /** Its author wants an id deleted. */
    private record Deletion(PublicKey author, EventId id) {}

    MemoryEvents(WallClock clock, String relay) {
        this.clock = clock;
        this.relay = relay;
    }

    Verdict add(Event event, Guard guard) {
        Optional<Verdict.Refused> refusal = guard.refusal(event, this);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (KindClass.of(event.kind()) == KindClass.EPHEMERAL) {
            return new Verdict.Ephemeral();
        }
        boolean held = byId.containsKey(event.id());
        return keep(event)
                .map(Standing.Cause::verdict)
                .orElseGet(() -> held ? new Verdict.Duplicate() : new Verdict.Stored());
    }

    private Optional<Standing.Cause> keep(Event event) {
        byId.put(event.id(), event);
        inOrder.add(event);
        event.coordinate()
                .ifPresent(coordinate -> newest.merge(
                        coordinate, event, (one, two) -> Event.NEWEST_FIRST.compare(one, two) <= 0 ? one : two));
        if (event.kind() == Kind.DELETION) {
            remember(event);
        }
        if (event.kind() == Kind.VANISH && event.values("relay").anyMatch(this::isMeant)) {
            vanishedUntil.merge(event.pubkey(), event.createdAt(), Math::max);
        }
        return death(event);
    }

    private boolean isMeant(String named) {
        return named.equals("ALL_RELAYS") || named.equals(relay) || named.equals(relay + "/");
    }

    private void remember(Event deletion) {
        deletion.values("e")
                .filter(value -> value.matches("[0-9a-f]{64}"))
                .forEach(value -> deletedIds.add(new Deletion(deletion.pubkey(), EventId.parse(value))));
        deletion.values("a")
                .flatMap(value -> Coordinate.parse(value).stream())
                .filter(coordinate -> coordinate.pubkey().equals(deletion.pubkey()))
                .forEach(coordinate -> deletedUntil.merge(coordinate, deletion.createdAt(), Math::max));
    }

    /** Why an event is not alive, if it is not. */
    private Optional<Standing.Cause> death(Event event) {
        if (isVanished(event)) {
            return Optional.of(Standing.Cause.VANISHED);
        }
        if (isDeleted(event)) {
            return Optional.of(Standing.Cause.DELETED);
        }
        if (event.expiration().isPresent() && event.expiration().getAsLong() <= clock.seconds()) {
            return Optional.of(Standing.Cause.EXPIRED);
        }
        boolean superseded = event.coordinate()
                .map(coordinate -> !event.equals(newest.get(coordinate)))
                .orElse(false);
        return superseded ? Optional.of(Standing.Cause.SUPERSEDED) : Optional.empty();
    }

    private boolean isDeleted(Event event) {
        if (event.kind() == Kind.DELETION || event.kind() == Kind.VANISH) {
            return false;
        }
        boolean byAddress = event.coordinate()
                .map(coordinate -> event.createdAt() <= deletedUntil.getOrDefault(coordinate, -1L))
                .orElse(false);
        return byAddress || deletedIds.contains(new Deletion(event.pubkey(), event.id()));
    }

    private boolean isVanished(Event event) {
        if (event.kind() == Kind.GIFT_WRAP) {
            return event.values("p")
                    .filter(value -> value.matches("[0-9a-f]{64}"))
                    .anyMatch(value -> isBefore(event, PublicKey.parse(value)));
        }
        return event.kind() != Kind.VANISH && isBefore(event, event.pubkey());
    }

    private boolean isBefore(Event event, PublicKey vanished) {
        return event.createdAt() <= vanishedUntil.getOrDefault(vanished, -1L);
    }

    Standing standing(EventId id) {
        Event event = byId.get(id);
        if (event == null) {
            return new Standing.Unknown();
        }
        return death(event)
                .<Standing>map(cause -> new Standing.Gone(event.createdAt(), cause))
                .orElseGet(() -> new Standing.Held(event.createdAt()));
    }

    Optional<Event> living(EventId id) {
        return Optional.ofNullable(byId.get(id)).filter(this::isAlive);
    }

    Optional<Event> living(Coordinate coordinate) {
        return Optional.ofNullable(newest.get(coordinate)).filter(this::isAlive);
    }

    private boolean isAlive(Event event) {
        return death(event).isEmpty();
    }

    long livingCount() {
        return inOrder.stream().filter(this::isAlive).count();
    }

    long count(List<Filter> filters, Visibility visibility) {
        return inOrder.stream()
                .filter(this::isAlive)
                .filter(visibility::shows)
                .filter(event -> filters.stream().anyMatch(filter -> filter.matches(event)))
                .count();
    }

    List<Event> after(Optional<Event> last, Filter filter, Order order, int most, Visibility visibility) {
        NavigableSet<Event> all = order == Order.NEWEST_FIRST ? inOrder : oldestFirst();
        NavigableSet<Event> rest = last.isPresent() ? all.tailSet(last.get(), false) : all;
        return rest.stream()
                .filter(event -> filter.matches(event) && isAlive(event) && visibility.shows(event))
                .limit(most)
                .toList();
    }

    private NavigableSet<Event> oldestFirst() {
        NavigableSet<Event> ascending = new TreeSet<>(
                java.util.Comparator.comparingLong(Event::createdAt).thenComparing(Event::id));
        ascending.addAll(inOrder);
        return ascending;
    }

    @Override
    public Optional<Event> event(EventId id) {
        return living(id);
    }

    @Override
    public Optional<Event> version(Coordinate coordinate) {
        return living(coordinate);
    }
}
