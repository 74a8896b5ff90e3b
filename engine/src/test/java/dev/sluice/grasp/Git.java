package dev.sluice.grasp;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Git events for tests, by authors of a number, and the service that is ours. */
final class Git {

    static final Service OURS = Service.parse("grasp.example");
    static final RelayUrl BOOTSTRAP = relay("wss://bootstrap.example");
    static final GraspRules RULES = GraspRules.of(OURS, Set.of(BOOTSTRAP));

    private Git() {}

    static RelayUrl relay(String url) {
        return RelayUrl.parse(url).orElseThrow();
    }

    static Coordinate repository(long author, String identifier) {
        return new Coordinate(Kind.REPOSITORY, TestEvents.unsignedAuthor(author), identifier);
    }

    /** Tags as they are written, split at spaces. */
    static Event event(long author, long at, int kind, String... tags) {
        return TestEvents.unsigned(
                author,
                TestEvents.EPOCH + at,
                kind,
                Stream.of(tags).map(tag -> List.of(tag.split(" "))).toList(),
                "");
    }

    /** An announcement that names us, some relays and some maintainers. */
    static Event ours(long author, long at, String identifier, List<String> relays, long... maintainers) {
        return announcement(author, at, identifier, true, relays, maintainers);
    }

    /** An announcement that does not name us. */
    static Event foreign(long author, long at, String identifier, List<String> relays, long... maintainers) {
        return announcement(author, at, identifier, false, relays, maintainers);
    }

    private static Event announcement(
            long author, long at, String identifier, boolean ours, List<String> relays, long... maintainers) {
        List<String> urls = new ArrayList<>(List.of("relays"));
        urls.addAll(relays);
        List<String> keys = new ArrayList<>(List.of("maintainers"));
        for (long maintainer : maintainers) {
            keys.add(TestEvents.unsignedAuthor(maintainer).hex());
        }
        List<List<String>> tags = new ArrayList<>(List.of(List.of("d", identifier), urls, keys));
        if (ours) {
            tags.add(List.of("clone", "https://grasp.example/npub1/" + identifier + ".git"));
            tags.add(List.of("relays", "wss://grasp.example"));
        }
        return TestEvents.unsigned(author, TestEvents.EPOCH + at, Kind.REPOSITORY, tags, "");
    }

    static Event issue(long author, long at, Coordinate... repositories) {
        return TestEvents.unsigned(
                author,
                TestEvents.EPOCH + at,
                Kind.ISSUE,
                Stream.of(repositories)
                        .map(repository -> List.of("a", repository.toString()))
                        .toList(),
                "");
    }

    /** What names another event. */
    static Event naming(long author, long at, int kind, String letter, Event named) {
        return event(author, at, kind, letter + " " + named.id());
    }

    static Announcement read(Event event) {
        return Optional.of(event).flatMap(Announcement::of).orElseThrow();
    }
}
