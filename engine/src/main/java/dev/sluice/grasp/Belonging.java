package dev.sluice.grasp;

import dev.sluice.archive.Held;
import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Whether an event names an accepted repository, or another event that does, as the archive's writer sees them. For one
 * event.
 */
final class Belonging {

    /** A reply names its root, and the root its repository; what needs more steps than this to get there names too much. */
    private static final int MOST_LOOKUPS = 64;

    private final Held held;
    private final Predicate<Coordinate> accepted;
    private final Set<EventId> seen = new HashSet<>();
    private final Deque<Event> open = new ArrayDeque<>();
    private int lookups;

    /** @param accepted whether a repository is */
    Belonging(Held held, Predicate<Coordinate> accepted) {
        this.held = held;
        this.accepted = accepted;
    }

    /** Looks things up until it knows. */
    boolean of(Event event) {
        open.addLast(event);
        while (!open.isEmpty()) {
            References named = References.of(open.removeFirst());
            if (named.addresses().stream().anyMatch(this::leadsToRepository)
                    || named.ids().stream().anyMatch(this::leadsToRepository)) {
                return true;
            }
        }
        return false;
    }

    private boolean leadsToRepository(Coordinate address) {
        if (address.kind() == Kind.REPOSITORY) {
            return accepted.test(address);
        }
        return lookups++ < MOST_LOOKUPS
                && held.version(address).filter(this::leads).isPresent();
    }

    private boolean leadsToRepository(EventId id) {
        return !seen.contains(id)
                && lookups++ < MOST_LOOKUPS
                && held.event(id).filter(this::leads).isPresent();
    }

    /** Whether an event that is held is accepted for sure; if it has to be looked into, it is put down for that. */
    private boolean leads(Event event) {
        if (!seen.add(event.id())) {
            return false;
        }
        if (event.kind() == Kind.REPOSITORY || event.kind() == Kind.REPOSITORY_STATE) {
            return accepted.test(repository(event));
        }
        if (isBasis(event)) {
            open.addLast(event);
        }
        return false;
    }

    /** Whether others may be accepted for an event that is: not for what is taken from everybody. */
    static boolean isBasis(Event event) {
        return switch (event.kind()) {
            case Kind.DELETION, Kind.VANISH, Kind.GRASP_SERVERS -> false;
            default -> true;
        };
    }

    /** The repository that an announcement or a state is of. */
    static Coordinate repository(Event event) {
        return new Coordinate(
                Kind.REPOSITORY,
                event.pubkey(),
                event.coordinate().orElseThrow().identifier());
    }
}
