package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Guard;
import dev.sluice.archive.Item;
import dev.sluice.archive.Order;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real events, in the order of the file and in others. */
@Tag("corpus")
@Timeout(300)
class CorpusTest {

    private static final int LINES = 12_907;

    /** Without the events that have something else than strings in a tag. */
    private static final int WELL_FORMED = LINES - 2;

    private static final Guard NOT_PROTECTED = (event, held) ->
            event.isProtected() ? Optional.of(new Verdict.Refused("protected", "NIP-70")) : Optional.empty();

    @TempDir
    Path temporary;

    @Test
    void realEventsLeaveTheSameArchiveInWhateverOrderTheyCome() throws Exception {
        List<Event> events = events();
        assertEquals(WELL_FORMED, events.size());
        Set<Item> first = null;
        for (int shuffle = 0; shuffle < 4; shuffle++) {
            try (MvEventArchive archive =
                    MvEventArchive.open(temporary.resolve("a" + shuffle), ArchiveOptions.DEFAULT)) {
                write(archive, events);
                Set<Item> held =
                        new TreeSet<>(Comparator.comparingLong(Item::createdAt).thenComparing(Item::id));
                held.addAll(EventArchiveContract.all(archive.items(Filter.ALL)));
                first = first == null ? held : first;
                assertEquals(first, held, "shuffle " + shuffle);
            }
            Collections.shuffle(events, new Random(shuffle));
        }
        assertTrue(first.size() > 11_900 && first.size() < 12_100, "stayed: " + first.size());
    }

    @Test
    void anArchiveOfRealEventsIsSoundAndReadsThemBackAsTheyWere() throws Exception {
        List<Event> events = events();
        try (MvEventArchive archive = MvEventArchive.open(temporary, ArchiveOptions.DEFAULT)) {
            write(archive, events);
            ArchiveReport report = archive.check(true, checked -> {});
            assertTrue(report.isSound(), () -> report.details().toString());
            assertEquals(report.events(), report.signatures());
            Set<Event> all = Set.copyOf(events);
            List<Event> read = EventArchiveContract.all(archive.events(Filter.ALL, Order.NEWEST_FIRST));
            assertEquals(report.events(), read.size());
            assertTrue(all.containsAll(read));
        }
    }

    private static void write(MvEventArchive archive, List<Event> events) throws Exception {
        for (int from = 0; from < events.size(); from += 1_000) {
            List<Event> some = events.subList(from, Math.min(events.size(), from + 1_000));
            archive.submit(new Write.Events(some, NOT_PROTECTED, true)).get();
        }
    }

    private static List<Event> events() throws IOException {
        Path corpus = Path.of(System.getProperty("sluice.corpus"), "real-events.jsonl.gz");
        List<Event> events = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(corpus)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (Codec.event(line) instanceof Decoded.Message<Event>(Event event)) {
                    events.add(event);
                }
            }
        }
        return events;
    }
}
