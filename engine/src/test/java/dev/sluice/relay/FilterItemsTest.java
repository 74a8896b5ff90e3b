package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Allowance;
import dev.sluice.archive.Guard;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Visibility;
import dev.sluice.archive.Write;
import dev.sluice.negentropy.ItemView;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import dev.sluice.time.ManualTime;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class FilterItemsTest {

    private static final Filter NOTES = Filter.ALL.withKinds(Set.of(Kind.NOTE));

    private final MemoryArchive archive = new MemoryArchive(
            new ManualTime(), RelayUrl.parse("ws://127.0.0.1:7447").orElseThrow());
    private final ReconciledSets sets = new ReconciledSets(
            archive,
            RelayLimits.DEFAULT
                    .with(Limit.MAX_NEG_SESSIONS_IN_ALL, 3)
                    .with(Limit.MAX_NEG_ITEMS, 50)
                    .with(Limit.MAX_NEG_SHARED_ITEMS, 60));

    @AfterEach
    void close() {
        sets.close();
        archive.close();
    }

    @Test
    void aRememberedSetFollowsTheArchive() throws InterruptedException {
        KeyPair author = TestEvents.keyPair(1);
        Event note = author.sign(TestEvents.EPOCH, Kind.NOTE, List.of(), "a note");
        keep(note);
        assertEquals(1, size(NOTES));

        keep(author.sign(TestEvents.EPOCH + 1, Kind.NOTE, List.of(), "another"));
        assertEquals(2, size(NOTES));

        keep(author.sign(
                TestEvents.EPOCH + 2,
                Kind.DELETION,
                List.of(List.of("e", note.id().hex())),
                ""));
        assertEquals(1, size(NOTES));
        assertEquals(2, size(Filter.ALL));
    }

    @Test
    void aSnapshotStaysAsItWas() throws InterruptedException {
        keep(TestEvents.unsignedNotes(10));
        ItemView before =
                sets.items(NOTES, Visibility.ALL, Allowance.unlimited()).orElseThrow();
        keep(TestEvents.unsignedNotes(20));
        assertEquals(10, before.size());
        assertEquals(20, size(NOTES));
    }

    @Test
    void moreThanMayBeReconciledIsNoSet() throws InterruptedException {
        keep(TestEvents.unsignedNotes(51));
        assertTrue(sets.items(NOTES, Visibility.ALL, Allowance.unlimited()).isEmpty());
        assertEquals(0, size(Filter.ALL.withKinds(Set.of(7))));
    }

    @Test
    void aSetThatGrowsOverTheBoundIsNoneAnyMore() throws InterruptedException {
        keep(TestEvents.unsignedNotes(50));
        assertEquals(50, size(NOTES));
        keep(TestEvents.unsignedNotes(51));
        assertTrue(sets.items(NOTES, Visibility.ALL, Allowance.unlimited()).isEmpty());
    }

    @Test
    void placesForSessionsAreBounded() {
        for (int i = 0; i < 3; i++) {
            assertTrue(sets.trySession());
        }
        assertFalse(sets.trySession());
        sets.sessionEnded();
        assertTrue(sets.trySession());
    }

    private int size(Filter filter) throws InterruptedException {
        return sets.items(filter, Visibility.ALL, Allowance.unlimited())
                .orElseThrow()
                .size();
    }

    private void keep(Event event) throws InterruptedException {
        keep(List.of(event));
    }

    private void keep(List<Event> events) throws InterruptedException {
        archive.submit(new Write.Events(events, Guard.OPEN, false)).join();
    }
}
