package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Order;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.TestEvents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the archive holds must follow from what has come, not from when it came. */
@Timeout(60)
class ArrivalOrderTest {

    private static final long NOW = TestEvents.EPOCH + 1_000;
    private static final int AUTHORS = 3;

    @TempDir
    Path temporary;

    @Test
    void theSameEventsStayAndTheSameVerdictsFollowWhateverTheOrderOfArrival() throws Exception {
        for (long seed = 1; seed <= 60; seed++) {
            List<Event> events = universe(new SplittableRandom(seed));
            Set<EventId> expected = expected(events);
            List<Verdict> verdicts = null;
            for (int shuffle = 0; shuffle < 4; shuffle++) {
                String label = "seed " + seed + ", shuffle " + shuffle;
                try (EventArchive archive = MvEventArchive.inMemory(options())) {
                    writeShuffled(archive, events, new Random(seed * 31 + shuffle));
                    assertEquals(expected, held(archive), label);
                    List<Verdict> again = submit(archive, events);
                    verdicts = verdicts == null ? again : verdicts;
                    assertEquals(verdicts, again, label);
                    assertEquals(expected, held(archive), label + " after sending all again");
                }
            }
        }
    }

    @Test
    void aRebuiltArchiveIsTheSame() throws Exception {
        for (long seed = 100; seed < 103; seed++) {
            List<Event> events = universe(new SplittableRandom(seed));
            Path directory = temporary.resolve("seed-" + seed);
            List<Verdict> verdicts;
            try (EventArchive archive = MvEventArchive.open(directory, options())) {
                submit(archive, events);
                verdicts = submit(archive, events);
            }
            MvEventArchive.rebuild(directory, options(), read -> {});
            try (EventArchive archive = MvEventArchive.open(directory, options())) {
                assertEquals(expected(events), held(archive), "seed " + seed);
                assertEquals(verdicts, submit(archive, events), "seed " + seed);
            }
        }
    }

    private static ArchiveOptions options() {
        return ArchiveOptions.DEFAULT
                .withClock(() -> NOW)
                .withOwn(Set.of(EventArchiveContract.OURS))
                .withCacheMegabytes(16);
    }

    private static void writeShuffled(EventArchive archive, List<Event> events, Random random) throws Exception {
        List<Event> shuffled = new ArrayList<>(events);
        Collections.shuffle(shuffled, random);
        for (int from = 0; from < shuffled.size(); ) {
            int to = Math.min(shuffled.size(), from + 1 + random.nextInt(20));
            submit(archive, shuffled.subList(from, to));
            from = to;
        }
    }

    private static List<Verdict> submit(EventArchive archive, List<Event> events) throws Exception {
        return archive.submit(new Write.Events(events, Guard.OPEN, true)).get();
    }

    private static Set<EventId> held(EventArchive archive) throws Exception {
        return EventArchiveContract.ids(EventArchiveContract.all(archive.events(Filter.ALL, Order.OLDEST_FIRST)));
    }

    // ---------------------------------------------------------------- random events

    private static List<Event> universe(SplittableRandom random) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            events.add(event(random, events, i));
        }
        return events;
    }

    private static Event event(SplittableRandom random, List<Event> earlier, int number) {
        List<List<String>> tags = new ArrayList<>();
        if (random.nextInt(8) == 0) {
            tags.add(List.of("expiration", Long.toString(NOW + random.nextInt(-5, 6))));
        }
        int kind = switch (random.nextInt(10)) {
            case 0, 1 -> Kind.PROFILE;
            case 2, 3, 4 -> addressable(random, tags);
            case 5, 6 -> deletion(random, earlier, tags);
            case 7 -> giftWrap(random, tags);
            case 8 -> random.nextInt(3) == 0 ? vanish(random, tags) : 20_001;
            default -> Kind.NOTE;
        };
        long createdAt = TestEvents.EPOCH + random.nextInt(30);
        return TestEvents.unsigned(random.nextInt(AUTHORS), createdAt, kind, tags, "event " + number);
    }

    private static int addressable(SplittableRandom random, List<List<String>> tags) {
        tags.add(List.of("d", random.nextBoolean() ? "a" : "b"));
        return 30_000;
    }

    private static int deletion(SplittableRandom random, List<Event> earlier, List<List<String>> tags) {
        for (int i = random.nextInt(1, 4); i > 0 && !earlier.isEmpty(); i--) {
            Event target = earlier.get(random.nextInt(earlier.size()));
            tags.add(target.coordinate()
                    .filter(coordinate -> random.nextBoolean())
                    .map(coordinate -> List.of("a", coordinate.toString()))
                    .orElse(List.of("e", target.id().hex())));
        }
        return Kind.DELETION;
    }

    private static int giftWrap(SplittableRandom random, List<List<String>> tags) {
        tags.add(List.of("p", TestEvents.unsignedAuthor(random.nextInt(AUTHORS)).hex()));
        return Kind.GIFT_WRAP;
    }

    private static int vanish(SplittableRandom random, List<List<String>> tags) {
        String[] relays = {"ALL_RELAYS", "wss://archive.example/", "wss://other.example"};
        tags.add(List.of("relay", relays[random.nextInt(relays.length)]));
        return Kind.VANISH;
    }

    // ---------------------------------------------------------------- the rules, said plainly

    private static Set<EventId> expected(List<Event> all) {
        Set<EventId> kept = new TreeSet<>();
        for (Event event : all) {
            boolean stays = event.kind() != 20_001
                    && event.expiration().orElse(Long.MAX_VALUE) > NOW
                    && all.stream().noneMatch(other -> supersedes(other, event))
                    && all.stream().noneMatch(other -> deletes(other, event))
                    && all.stream().noneMatch(other -> vanishes(other, event));
            if (stays) {
                kept.add(event.id());
            }
        }
        return kept;
    }

    private static boolean supersedes(Event other, Event event) {
        return event.coordinate().isPresent()
                && event.coordinate().equals(other.coordinate())
                && Event.NEWEST_FIRST.compare(other, event) < 0;
    }

    private static boolean deletes(Event other, Event event) {
        if (other.kind() != Kind.DELETION
                || event.kind() == Kind.DELETION
                || isOurVanish(event)
                || !other.pubkey().equals(event.pubkey())) {
            return false;
        }
        boolean byId = other.values("e").anyMatch(event.id().hex()::equals);
        boolean byAddress = event.coordinate()
                .filter(coordinate -> other.values("a").anyMatch(coordinate.toString()::equals))
                .isPresent();
        return byId || (byAddress && event.createdAt() <= other.createdAt());
    }

    private static boolean vanishes(Event other, Event event) {
        boolean concerns = event.pubkey().equals(other.pubkey())
                || (event.kind() == Kind.GIFT_WRAP
                        && event.values("p").anyMatch(other.pubkey().hex()::equals));
        return isOurVanish(other) && !isOurVanish(event) && concerns && event.createdAt() <= other.createdAt();
    }

    private static boolean isOurVanish(Event event) {
        return event.kind() == Kind.VANISH && event.values("relay").noneMatch("wss://other.example"::equals);
    }
}
