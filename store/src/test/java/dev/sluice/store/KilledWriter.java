package dev.sluice.store;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.TestEvents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process that writes numbered events and coverage that speaks of them until it is killed, and prints how many are
 * acknowledged.
 */
final class KilledWriter {

    static final int GROUP = 100;

    private KilledWriter() {}

    /** The event of a number. */
    static Event event(int number) {
        List<List<String>> tags = List.of(List.of("t", "topic" + number % 50), List.of("e", "ab".repeat(32)));
        return TestEvents.unsigned(number % 20, TestEvents.EPOCH + number, 1, tags, "event " + number);
    }

    /** Arguments: the directory, the first number. */
    public static void main(String[] arguments) throws Exception {
        try (MvEventArchive archive =
                MvEventArchive.open(Path.of(arguments[0]), ArchiveOptions.DEFAULT.withCacheMegabytes(16))) {
            for (int from = Integer.parseInt(arguments[1]); ; from += GROUP) {
                int to = from + GROUP;
                var events = archive.submit(new Write.Events(events(from, to), Guard.OPEN, true));
                var progress = archive.submit(new Write.Progress(List.of(coverage(to)), List.of(), true));
                events.get();
                progress.get();
                System.out.println(to);
            }
        }
    }

    private static List<Event> events(int from, int to) {
        List<Event> events = new ArrayList<>();
        for (int number = from; number < to; number++) {
            events.add(event(number));
        }
        return events;
    }

    private static CoverageEntry coverage(int to) {
        Coverage.Interval interval = new Coverage.Interval(0, to);
        return new CoverageEntry(KillIT.KEY, new Coverage(Optional.of(interval), Optional.empty()));
    }
}
