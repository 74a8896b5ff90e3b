package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Guard;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.TestEvents;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file that grew by groups whose chunks are larger than a step, as those of a million events are. */
@Timeout(60)
class CompactionTest {

    private static final int EVENTS = 20_000;
    private static final int GROUP = 500;

    @TempDir
    Path directory;

    @Test
    void itEndsOnlyWhenTheFileIsShort() {
        try (EventFile file = EventFile.open(directory.resolve(EventFile.NAME).toString(), 16)) {
            fill(file);
            Snapshots snapshots = new Snapshots(file);
            long before = file.bytes();
            Compaction compaction = new Compaction(file, Compaction.FULL, 256 << 10);
            int steps = 0;
            while (!compaction.isDone()) {
                compaction.step();
                snapshots.publish();
                steps++;
            }
            assertTrue(file.fillRate() >= 70, steps + " steps: " + before + " -> " + file.bytes());
            assertTrue(steps < 200, steps + " steps");
            assertEquals(EVENTS, file.maps().records().sizeAsLong());
            snapshots.close();
        }
    }

    private static void fill(EventFile file) {
        GroupWriter writer = new GroupWriter(file);
        List<Event> events = TestEvents.unsignedNotes(EVENTS);
        for (int from = 0; from < EVENTS; from += GROUP) {
            Group group = new Group(file.maps(), file.terms(), ArchiveOptions.DEFAULT);
            events.subList(from, from + GROUP)
                    .forEach(event -> group.judge(Prepared.of(event, file.terms()), Guard.OPEN));
            writer.write(group.overlay());
            file.commit();
        }
    }
}
