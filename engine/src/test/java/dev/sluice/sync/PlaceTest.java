package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.budget.SlotClass;
import dev.sluice.negentropy.ItemSet;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Filter;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever waits for a place among the history jobs, or works in one, is interrupted: the slot and the place come back. */
@Timeout(20)
class PlaceTest {
    private static final int BUDGET = 4;
    private static final Filter NOTES = Filter.ALL.withLimit(OptionalInt.of(5));

    private final PipedSession piped = new PipedSession(BUDGET);
    private final Semaphore places = new Semaphore(1, true);
    private final Callable<?> page = () -> new StoredQuery(piped.session, places).ask(SlotClass.HISTORIC_PAGE, NOTES);
    private final Callable<?> round =
            () -> new NegentropyRound(piped.session, places, NegentropyRound.Terms.usual(60_000), new SyncCounts())
                    .run(Filter.ALL, ItemSet.builder(0).build(), true);

    @AfterEach
    void close() {
        piped.close();
    }

    @Test
    void aPageThatWaitsForAPlace() throws InterruptedException {
        assertInterruptedWhileItWaits(page);
    }

    @Test
    void aRoundThatWaitsForAPlace() throws InterruptedException {
        assertInterruptedWhileItWaits(round);
    }

    @Test
    void aPageThatIsUnderWay() throws InterruptedException {
        Fork<?> job = piped.scope.fork("page", page);
        ClientMessage.Req req = assertInstanceOf(ClientMessage.Req.class, piped.heard());
        interrupt(job);
        assertEquals(new ClientMessage.Close(req.id()), piped.heard());
        assertEverythingIsBack();
    }

    @Test
    void aRoundThatIsUnderWay() throws InterruptedException {
        Fork<?> job = piped.scope.fork("round", round);
        assertInstanceOf(ClientMessage.NegOpen.class, piped.heard());
        interrupt(job);
        assertInstanceOf(ClientMessage.NegClose.class, piped.heard());
        assertEverythingIsBack();
    }

    private void assertInterruptedWhileItWaits(Callable<?> job) throws InterruptedException {
        places.acquire();
        Fork<?> waiter = piped.scope.fork("waiter", job);
        piped.rig.time.advanceUntil(places::hasQueuedThreads, Duration.ZERO);
        assertEquals(BUDGET - 1, piped.ledger.free());
        interrupt(waiter);
        places.release();
        assertEquals(Optional.empty(), piped.peer.poll());
        assertEverythingIsBack();
    }

    private static void interrupt(Fork<?> job) {
        job.cancel();
        TaskFailedException failure = assertThrows(TaskFailedException.class, job::join);
        assertInstanceOf(InterruptedException.class, failure.getCause());
    }

    private void assertEverythingIsBack() throws InterruptedException {
        piped.rig.time.advanceUntil(() -> piped.ledger.free() == BUDGET, Duration.ofSeconds(1));
        assertEquals(1, places.availablePermits());
    }
}
