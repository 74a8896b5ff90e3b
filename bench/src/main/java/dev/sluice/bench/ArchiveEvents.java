package dev.sluice.bench;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Events for the archive's benchmarks, the same for the same seed: about 839 bytes as JSON with five indexed tags, which
 * is what the measurements that the design rests on used. Their ids and signatures are random: the archive does not
 * verify.
 */
final class ArchiveEvents {

    private static final long START = 1_600_000_000L;
    private static final int[] KINDS = {1, 1, 1, 1, 7, 7, 6, 1111, 1617, 1621};
    private static final int RECENT = 4_096;
    private static final int DAY = 86_400;
    private static final String WORDS = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor "
            + "incididunt ut labore et dolore magna aliqua ut enim ad minim veniam quis nostrud exercitation ullamco ";

    private final SplittableRandom random;
    private final PublicKey[] authors;
    private final EventId[] recent = new EventId[RECENT];
    private long made;

    /** @param total how many events will be asked for; there is an author to each fifty of them */
    ArchiveEvents(long seed, int total) {
        random = new SplittableRandom(seed);
        authors = new PublicKey[Math.max(100, total / 50)];
        for (int i = 0; i < authors.length; i++) {
            authors[i] = new PublicKey(word(), word(), word(), word());
        }
        for (int i = 0; i < RECENT; i++) {
            recent[i] = id();
        }
    }

    /** The next events, dated within a day around a clock that goes on by three seconds an event. */
    List<Event> next(int count) {
        List<Event> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            events.add(next());
        }
        return events;
    }

    private Event next() {
        EventId id = id();
        List<List<String>> tags = List.of(
                List.of("e", some().hex()),
                List.of("e", some().hex()),
                List.of("p", author().hex()),
                List.of("p", author().hex()),
                List.of("t", "topic" + random.nextInt(1_000)));
        int from = random.nextInt(20);
        recent[(int) (made % RECENT)] = id;
        long createdAt = START + 3 * made++ + random.nextInt(DAY);
        return new Event(
                id,
                author(),
                createdAt,
                KINDS[random.nextInt(KINDS.length)],
                tags,
                WORDS.substring(from, from + 130),
                new Signature(word(), word(), word(), word(), word(), word(), word(), word()));
    }

    /** A few authors write most. */
    private PublicKey author() {
        double spread = random.nextDouble();
        return authors[(int) (spread * spread * spread * authors.length)];
    }

    private EventId some() {
        return recent[random.nextInt(RECENT)];
    }

    private EventId id() {
        return new EventId(word(), word(), word(), word());
    }

    private long word() {
        return random.nextLong();
    }
}
