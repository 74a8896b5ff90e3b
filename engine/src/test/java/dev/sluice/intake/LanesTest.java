package dev.sluice.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.TestEvents;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class LanesTest {

    private static final Event EVENT = TestEvents.unsigned(1, 1, 1, List.of(), "");
    private static final Claim BUSY = new Publication(new CompletableFuture<>(), false);
    private static final Claim QUIET = new Publication(new CompletableFuture<>(), false);

    private final Lanes lanes = new Lanes();
    private final LaneQueue busy = lanes.open();
    private final LaneQueue quiet = lanes.open();

    @Test
    void aBusyLaneDelaysAQuietOneByOneBatchOnly() throws InterruptedException {
        put(busy, BUSY, 3 * Lanes.BATCH_EVENTS);
        put(quiet, QUIET, 1);
        assertSame(BUSY, lanes.take().get(0).claim());
        assertSame(QUIET, lanes.take().get(0).claim());
        assertSame(BUSY, lanes.take().get(0).claim());
        assertEquals(Lanes.BATCH_EVENTS, lanes.take().size());
        assertEquals(0, lanes.events());
    }

    @Test
    void aTakenBatchMakesRoom() throws InterruptedException {
        put(busy, BUSY, Lane.MAX_EVENTS);
        assertFalse(lanes.tryReserve(busy, 1));
        assertEquals(Lanes.BATCH_EVENTS, lanes.take().size());
        assertTrue(lanes.tryReserve(busy, 1));
    }

    @Test
    void aClosedLaneIsForgottenOnceItIsEmpty() throws InterruptedException {
        put(busy, BUSY, 1);
        lanes.close(busy);
        assertFalse(lanes.tryReserve(busy, 1));
        assertEquals(1, lanes.events());
        assertEquals(1, lanes.take().size());
        assertEquals(0, lanes.events());
        assertEquals(0, lanes.bytes());
    }

    @Test
    void closingALaneEndsWhoWaitsForRoom() throws InterruptedException {
        put(busy, BUSY, Lane.MAX_EVENTS);
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Boolean> waiter = scope.fork("waiter", () -> lanes.reserve(busy, 1));
            lanes.close(busy);
            assertEquals(false, waiter.join());
        }
    }

    @Test
    void closingAllEndsTheVerifiersAndGivesBackWhatWaits() throws InterruptedException {
        put(busy, BUSY, 2);
        put(quiet, QUIET, 1);
        assertEquals(3, lanes.close().size());
        assertEquals(List.of(), lanes.take());
        assertFalse(lanes.reserve(busy, 1));
    }

    private void put(LaneQueue queue, Claim claim, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            assertTrue(lanes.reserve(queue, 100));
            lanes.enqueue(queue, new Queued(claim, EVENT, 100));
        }
    }
}
