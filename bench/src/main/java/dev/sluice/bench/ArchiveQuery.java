package dev.sluice.bench;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Item;
import dev.sluice.archive.Order;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import dev.sluice.store.ArchiveOptions;
import dev.sluice.store.MvEventArchive;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Asks an archive that {@link ArchiveWrite} has made: by 500 ids, by 500 tag values with a limit of 500, by authors and
 * kinds, the newest 500, and all items; says the middle and the 99th percentile of each.
 */
public final class ArchiveQuery {

    private static final int ROUNDS = 200;
    private static final int VALUES = 500;

    private final EventArchive archive;
    private final SplittableRandom random = new SplittableRandom(3);
    private final List<Event> known;

    private ArchiveQuery(EventArchive archive, List<Event> known) {
        this.archive = archive;
        this.known = known;
    }

    /** Argument: the directory of the archive. */
    public static void main(String[] arguments) throws InterruptedException {
        try (EventArchive archive = MvEventArchive.open(Path.of(arguments[0]), ArchiveOptions.DEFAULT)) {
            ArchiveQuery query = new ArchiveQuery(archive, sample(archive));
            query.run("500 ids", query::ids);
            query.run("500 tag values, limit 500", query::tagValues);
            query.run("20 authors, 3 kinds, limit 500", query::authors);
            query.run("newest 500", () -> Filter.ALL.withLimit(OptionalInt.of(VALUES)));
            query.scan();
        }
    }

    /** Builds the next filter. */
    private interface Filters {
        Filter next();
    }

    /** Events from all over the archive. */
    private static List<Event> sample(EventArchive archive) throws InterruptedException {
        Scan<Item> items = archive.items(Filter.ALL);
        SplittableRandom random = new SplittableRandom(5);
        Set<EventId> ids = new HashSet<>();
        for (List<Item> slice = items.next(); !slice.isEmpty(); slice = items.next()) {
            ids.add(slice.get(random.nextInt(slice.size())).id());
            ids.add(slice.get(random.nextInt(slice.size())).id());
        }
        return all(archive.events(Filter.ALL.withIds(ids), Order.NEWEST_FIRST));
    }

    private Event any() {
        return known.get(random.nextInt(known.size()));
    }

    private Filter ids() {
        Set<EventId> ids = new HashSet<>();
        for (int i = 0; i < VALUES; i++) {
            ids.add(any().id());
        }
        return Filter.ALL.withIds(ids);
    }

    private Filter tagValues() {
        Set<String> values = new HashSet<>();
        for (int i = 0; i < VALUES; i++) {
            values.add(any().values("e").findFirst().orElseThrow());
        }
        return Filter.ALL.withTag('e', values).withLimit(OptionalInt.of(VALUES));
    }

    private Filter authors() {
        Set<PublicKey> authors = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            authors.add(any().pubkey());
        }
        return Filter.ALL.withAuthors(authors).withKinds(Set.of(1, 7, 1111)).withLimit(OptionalInt.of(VALUES));
    }

    private void run(String name, Filters filters) throws InterruptedException {
        long[] nanos = new long[ROUNDS];
        long events = 0;
        for (int i = -ROUNDS; i < ROUNDS; i++) {
            Filter filter = filters.next();
            long start = System.nanoTime();
            int found = all(archive.encoded(filter, Order.NEWEST_FIRST)).size();
            if (i >= 0) {
                nanos[i] = System.nanoTime() - start;
                events += found;
            }
        }
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%s: p50 %.1f ms, p99 %.1f ms, %d events each%n",
                name,
                nanos[ROUNDS / 2] / 1e6,
                nanos[ROUNDS * 99 / 100] / 1e6,
                events / ROUNDS);
    }

    private void scan() throws InterruptedException {
        long start = System.nanoTime();
        int items = all(archive.items(Filter.ALL)).size();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(Locale.ROOT, "all %,d items: %.2f s, %,.0f/s%n", items, seconds, items / seconds);
    }

    private static <T> List<T> all(Scan<T> scan) throws InterruptedException {
        List<T> all = new ArrayList<>();
        for (List<T> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            all.addAll(slice);
        }
        return all;
    }
}
