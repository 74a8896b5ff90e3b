package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an announcement of a repository says (NIP-34).
 *
 * @param clones URLs of Git servers as written
 * @param relays URLs as written
 * @param maintainers other than its author
 */
record Announcement(
        EventId id,
        long createdAt,
        Coordinate coordinate,
        List<String> clones,
        List<String> relays,
        Set<PublicKey> maintainers) {

    /** More values of a tag are not read: the largest announcements in use have about a dozen. */
    private static final int MOST_VALUES = 100;

    Announcement {
        clones = List.copyOf(clones);
        relays = List.copyOf(relays);
        maintainers = Set.copyOf(maintainers);
    }

    /** What an event announces; empty when it is of another kind. */
    static Optional<Announcement> of(Event event) {
        if (event.kind() != Kind.REPOSITORY) {
            return Optional.empty();
        }
        return event.coordinate()
                .map(coordinate -> new Announcement(
                        event.id(),
                        event.createdAt(),
                        coordinate,
                        values(event, "clone").toList(),
                        values(event, "relays").toList(),
                        values(event, "maintainers")
                                .map(PublicKey::ofHex)
                                .flatMap(Optional::stream)
                                .filter(key -> !key.equals(event.pubkey()))
                                .collect(Collectors.toUnmodifiableSet())));
    }

    /** All values of all tags of a name: some clients write one tag with many, some many tags. */
    private static Stream<String> values(Event event, String name) {
        return event.tags().stream()
                .filter(tag -> tag.size() > 1 && tag.get(0).equals(name))
                .flatMap(tag -> tag.stream().skip(1))
                .limit(MOST_VALUES);
    }

    /** Whether this version of the address beats another (NIP-01). */
    boolean beats(Announcement other) {
        return createdAt != other.createdAt ? createdAt > other.createdAt : id.compareTo(other.id) < 0;
    }

    /** Whether it names a service both as relay and as Git server (GRASP-01). */
    boolean names(Service service) {
        return places(relays.stream().map(RelayUrl::parse)).anyMatch(service::equals)
                && places(clones.stream().map(Service::relayOf)).anyMatch(service::equals);
    }

    private static Stream<Service> places(Stream<Optional<RelayUrl>> relays) {
        return relays.flatMap(Optional::stream).map(Service::of);
    }

    /** The addresses under which its maintainers announce the same repository. */
    Stream<Coordinate> ofMaintainers() {
        return maintainers.stream().map(key -> new Coordinate(Kind.REPOSITORY, key, coordinate.identifier()));
    }
}
