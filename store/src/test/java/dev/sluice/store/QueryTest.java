package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Item;
import dev.sluice.archive.Order;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.TestEvents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random filters against a plain walk through a list. */
@Timeout(60)
class QueryTest {

    /** Regular ones, that have no effects of their own. */
    private static final int[] KINDS = {1, 4, 7, 9};

    private static final Comparator<Event> OLDEST_FIRST =
            Comparator.comparingLong(Event::createdAt).thenComparing(Event::id);

    @Test
    void everyFilterAnswersWhatAPlainWalkThroughAllEventsAnswers() throws Exception {
        for (long seed = 1; seed <= 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Event> events = events(random, 1_500);
            try (EventArchive archive = MvEventArchive.inMemory(ArchiveOptions.DEFAULT)) {
                archive.submit(new Write.Events(events, Guard.OPEN, true)).get();
                for (int i = 0; i < 150; i++) {
                    Filter filter = filter(random, events);
                    check(archive, events, filter, "seed " + seed + ", filter " + i + ": " + filter);
                }
                checkCount(archive, events, List.of(filter(random, events), filter(random, events)));
            }
        }
    }

    private static void check(EventArchive archive, List<Event> events, Filter filter, String label) throws Exception {
        List<Event> newest = plain(events, filter, Event.NEWEST_FIRST);
        List<Event> oldest = plain(events, filter, OLDEST_FIRST);
        assertEquals(newest, EventArchiveContract.all(archive.events(filter, Order.NEWEST_FIRST)), label);
        assertEquals(oldest, EventArchiveContract.all(archive.events(filter, Order.OLDEST_FIRST)), label);
        List<Item> items = oldest.stream()
                .map(event -> new Item(event.createdAt(), event.id()))
                .toList();
        assertEquals(items, EventArchiveContract.all(archive.items(filter)), label);
        checkCount(archive, events, List.of(filter));
    }

    private static void checkCount(EventArchive archive, List<Event> events, List<Filter> filters) throws Exception {
        long expected = events.stream()
                .filter(event -> filters.stream().anyMatch(filter -> filter.matches(event)))
                .count();
        assertEquals(expected, archive.count(filters), filters::toString);
    }

    private static List<Event> plain(List<Event> events, Filter filter, Comparator<Event> order) {
        return events.stream()
                .filter(filter::matches)
                .sorted(order)
                .limit(filter.limit().orElse(Integer.MAX_VALUE))
                .toList();
    }

    private static List<Event> events(SplittableRandom random, int count) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<List<String>> tags = new ArrayList<>();
            for (int j = random.nextInt(4); j > 0; j--) {
                tags.add(List.of(random.nextBoolean() ? "t" : "e", "v" + random.nextInt(20)));
            }
            long createdAt = TestEvents.EPOCH + random.nextInt(random.nextInt(3) == 0 ? 5 : 500);
            events.add(TestEvents.unsigned(
                    random.nextInt(8), createdAt, KINDS[random.nextInt(KINDS.length)], tags, "e" + i));
        }
        return events;
    }

    private static Filter filter(SplittableRandom random, List<Event> events) {
        Filter filter = Filter.ALL;
        if (random.nextInt(5) == 0) {
            filter = filter.withIds(ids(random, events));
        }
        if (random.nextInt(3) == 0) {
            filter = filter.withAuthors(authors(random));
        }
        if (random.nextInt(3) == 0) {
            filter = filter.withKinds(random.nextBoolean() ? Set.of(1) : Set.of(4, 7, 9));
        }
        for (char letter : new char[] {'t', 'e'}) {
            if (random.nextInt(3) == 0) {
                filter = filter.withTag(letter, values(random));
            }
        }
        if (random.nextInt(3) == 0) {
            filter = filter.withSince(OptionalLong.of(TestEvents.EPOCH + random.nextInt(300)));
        }
        if (random.nextInt(3) == 0) {
            filter = filter.withUntil(OptionalLong.of(TestEvents.EPOCH + random.nextInt(500)));
        }
        return random.nextInt(2) == 0 ? filter.withLimit(OptionalInt.of(random.nextInt(60))) : filter;
    }

    private static Set<EventId> ids(SplittableRandom random, List<Event> events) {
        Set<EventId> ids = new HashSet<>(Set.of(new EventId(1, 2, 3, 4)));
        for (int i = random.nextInt(100); i > 0; i--) {
            ids.add(events.get(random.nextInt(events.size())).id());
        }
        return ids;
    }

    private static Set<PublicKey> authors(SplittableRandom random) {
        Set<PublicKey> authors = new HashSet<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            authors.add(TestEvents.unsignedAuthor(random.nextInt(9)));
        }
        return authors;
    }

    private static Set<String> values(SplittableRandom random) {
        Set<String> values = new HashSet<>();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            values.add("v" + random.nextInt(25));
        }
        return values;
    }
}
