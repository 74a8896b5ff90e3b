package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.TestEvents;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WriteQueueTest {

    private static final Terms TERMS = new Terms(new SipHash(1, 2));

    private final ManualTime time = new ManualTime();
    private final WriteQueue queue = new WriteQueue(time);

    private static PendingWrite write(int events, boolean urgent) {
        List<Event> all = new ArrayList<>(TestEvents.unsignedNotes(events));
        return PendingWrite.of(new Write.Events(all, Guard.OPEN, urgent), TERMS);
    }

    private List<PendingWrite> group() throws InterruptedException {
        return queue.group(time.after(Duration.ofHours(1)));
    }

    private boolean isDueNow() throws InterruptedException {
        return !queue.group(time.nanos()).isEmpty();
    }

    @Test
    void bulkWritesGatherForASecond() throws Exception {
        queue.put(write(1, false));
        time.advance(Duration.ofMillis(999));
        assertEquals(List.of(), queue.group(time.nanos()));
        queue.put(write(1, false));
        time.advance(Duration.ofMillis(1));
        assertEquals(2, group().size());
    }

    @Test
    void aLoneUrgentWriteDoesNotWait() throws Exception {
        queue.put(write(1, true));
        assertTrue(isDueNow());
    }

    @Test
    void anUrgentWriteAmongBulkOnesWaitsFiftyMilliseconds() throws Exception {
        queue.put(write(1, false));
        queue.put(write(1, true));
        time.advance(Duration.ofMillis(49));
        assertEquals(List.of(), queue.group(time.nanos()));
        time.advance(Duration.ofMillis(1));
        assertEquals(2, group().size());
    }

    @Test
    void aFullGroupIsDueAtOnceAndNoGroupIsLarger() throws Exception {
        for (int i = 0; i < 15; i++) {
            queue.put(write(1_000, false));
        }
        assertEquals(10, group().size());
        assertEquals(5_000, queue.waitingEvents());
        assertEquals(List.of(), queue.group(time.nanos()));
    }

    @Test
    void whoWritesWaitsForRoomAndGoesOnWhenThereIsSome() throws Exception {
        AtomicInteger put = new AtomicInteger();
        PendingWrite half = write(WriteQueue.MOST_EVENTS / 2, false);
        Thread producer = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < 3; i++) {
                    queue.put(half);
                    put.incrementAndGet();
                }
            } catch (InterruptedException e) {
                put.set(-1);
            }
        });
        for (int taken = 0; taken < 3; ) {
            taken += group().size();
            assertTrue(put.get() <= taken + 2, "room for two, taken " + taken + ", put " + put);
        }
        producer.join();
        assertEquals(3, put.get());
    }

    @Test
    void anInterruptedWriterOfAFullQueueLeavesNothingBehind() throws Exception {
        queue.put(write(WriteQueue.MOST_EVENTS, false));
        Thread producer = Thread.ofVirtual().unstarted(() -> {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> queue.put(write(1, false)));
        });
        producer.start();
        producer.join();
        assertEquals(WriteQueue.MOST_EVENTS, queue.waitingEvents());
    }

    @Test
    void aWriteLargerThanAllIsTakenWhenItIsAlone() throws Exception {
        queue.put(write(WriteQueue.MOST_EVENTS + 1, false));
        assertEquals(1, group().size());
    }

    @Test
    void aClosedQueueGivesOutWhatWaitsAndTakesNothing() throws Exception {
        queue.put(write(1, false));
        queue.close(new ArchiveException(ArchiveException.Kind.CLOSED, "closed"));
        assertThrows(ArchiveException.class, () -> queue.put(write(1, false)));
        assertEquals(1, group().size());
        assertTrue(queue.isDone());
    }
}
