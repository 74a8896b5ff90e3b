package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.EventId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RecoveryTest {

    private final Recovery recovery = new Recovery();

    private static List<EventId> ids(long from, long count) {
        return LongStream.range(from, from + count)
                .mapToObj(n -> new EventId(n, 0, 0, 0))
                .toList();
    }

    @Test
    void aPassHoldsThreeHundredIdsOldestFirst() {
        recovery.add(ids(0, 200));
        recovery.add(ids(1_000, 200));

        List<EventId> pass = recovery.next();

        assertEquals(300, pass.size());
        assertEquals(ids(0, 200), pass.subList(0, 200));
    }

    @Test
    void anIdThatTwoBatchesMissIsAskedForOnce() {
        recovery.add(ids(0, 10));
        recovery.add(ids(5, 10));

        assertEquals(15, recovery.missing());
        assertEquals(15, new HashSet<>(recovery.next()).size());
    }

    @Test
    void whatCameIsDoneWithAndTheRestGoesBehind() {
        recovery.add(ids(0, 400));
        List<EventId> first = recovery.next();

        recovery.passed(first, new HashSet<>(first.subList(0, 100)));

        assertEquals(300, recovery.missing());
        assertEquals(first.subList(100, 300), recovery.next().subList(100, 300));
    }

    @Test
    void twelvePassesInARowWithoutAnythingEndIt() {
        recovery.add(ids(0, 3));
        for (int i = 0; i < 12; i++) {
            List<EventId> pass = recovery.next();
            assertEquals(3, pass.size(), "pass " + i);
            recovery.passed(pass, Set.of());
        }

        assertTrue(recovery.next().isEmpty());
        assertEquals(3, recovery.missing());
    }

    @Test
    void progressBeginsTheCountAnew() {
        recovery.add(ids(0, 3));
        for (int i = 0; i < 11; i++) {
            recovery.passed(recovery.next(), Set.of());
        }
        recovery.passed(recovery.next(), Set.copyOf(ids(0, 1)));

        assertEquals(2, recovery.next().size());
    }

    @Test
    void aboveSixteenBatchesTheOldestIsGivenUpAndStillCountsAsMissing() {
        for (int i = 0; i < 17; i++) {
            recovery.add(ids(10L * i, 2));
        }

        assertEquals(34, recovery.missing());
        List<EventId> pass = recovery.next();
        assertEquals(32, pass.size());
        assertEquals(ids(10, 2), pass.subList(0, 2));
    }
}
