package dev.sluice.grasp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.nostr.DialRules;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.TestEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However events came and went, what is watched is what a start from the archive would watch. */
@Timeout(60)
class WatchedSetPropertyTest {

    private static final int AUTHORS = 5;
    private static final int EVENTS = 60;
    private static final int STEPS = 250;

    private final List<Event> events = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void theOrderOfEventsAndRemovalsDoesNotMatter(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < EVENTS; i++) {
            events.add(event(random, i));
        }
        GraspRules rules = new GraspRules(
                Git.OURS,
                Git.RULES.bootstrap(),
                seed % 3 == 0,
                Parties.NONE,
                Parties.NONE,
                new RelayBounds(2, 4, DialRules.OPEN_INTERNET));
        LivingEvents living = new LivingEvents();
        WatchedSet set = new WatchedSet(rules);
        for (int step = 0; step < STEPS; step++) {
            Event event = events.get(random.nextInt(EVENTS));
            if (random.nextInt(3) > 0) {
                living.add(event, set);
            } else {
                living.remove(event, set);
            }
            if (random.nextInt(4) == 0) {
                living.answer(set);
                assertEquals(living.built(rules).wanted(), set.wanted(), "seed " + seed + ", step " + step);
            }
        }
    }

    private Event event(SplittableRandom random, int at) {
        long author = random.nextInt(AUTHORS);
        return switch (random.nextInt(7)) {
            case 0, 1 -> Git.ours(author, at, identifier(random), relays(random), maintainers(random));
            case 2 -> Git.foreign(author, at, identifier(random), relays(random), maintainers(random));
            case 3 -> Git.issue(author, at, Git.repository(random.nextInt(AUTHORS), identifier(random)));
            case 4 ->
                Git.issue(
                        author,
                        at,
                        Git.repository(random.nextInt(AUTHORS), identifier(random)),
                        Git.repository(random.nextInt(AUTHORS), identifier(random)));
            default -> member(random, author, at);
        };
    }

    private Event member(SplittableRandom random, long author, int at) {
        List<Event> before = events.isEmpty() ? List.of(TestEvents.note(0, "none")) : events;
        Event named = before.get(random.nextInt(before.size()));
        int[] kinds = {Kind.COMMENT, Kind.PULL_REQUEST, 1_630, 30_023, 10_003, Kind.DELETION};
        return Git.event(
                author,
                at,
                kinds[random.nextInt(kinds.length)],
                "eEq".charAt(random.nextInt(3)) + " " + named.id(),
                "a " + Git.repository(random.nextInt(AUTHORS), identifier(random)),
                "d x");
    }

    private static String identifier(SplittableRandom random) {
        return random.nextBoolean() ? "one" : "two:parts";
    }

    private static List<String> relays(SplittableRandom random) {
        return random.ints(random.nextInt(4), 0, 8)
                .mapToObj(number -> "wss://relay" + number + ".example")
                .toList();
    }

    private static long[] maintainers(SplittableRandom random) {
        return LongStream.range(0, random.nextInt(3))
                .map(any -> random.nextInt(AUTHORS))
                .toArray();
    }
}
