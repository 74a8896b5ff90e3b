package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Account;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class TurnsTest {
    private final ManualTime time = new ManualTime();
    private final Turns turns = new Turns(1, time);
    private final TaskScope scope = TaskScope.open("test");
    private final List<String> order = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void whoseAddressHasHadLessComesFirst() throws Exception {
        Account much = Account.open();
        Turns.Turn greedy = turns.of(much);
        greedy.begin();
        time.advance(Duration.ofMillis(4));
        Fork<?> again = waiter("greedy's friend", turns.of(much), 1);
        Fork<?> modest = waiter("modest", turns.of(Account.open()), 2);

        greedy.end();
        again.join();
        modest.join();

        assertEquals(List.of("modest", "greedy's friend"), order);
    }

    @Test
    void whoHasHadHisSliceLetsOthersPassAndGoesOnAfterwards() throws Exception {
        Turns.Turn long1 = turns.of(Account.open());
        long1.begin();
        Fork<?> other = waiter("other", turns.of(Account.open()), 1);
        long1.pass();
        assertEquals(List.of(), order);

        time.advance(Turns.SLICE);
        long1.pass();
        order.add("again");

        other.join();
        assertEquals(List.of("other", "again"), order);
        long1.end();
    }

    @Test
    void nobodyPassesWhereNobodyWaits() throws Exception {
        Turns.Turn alone = turns.of(Account.open());
        alone.begin();
        time.advance(Duration.ofSeconds(1));
        alone.pass();
        assertTrue(alone.rests());
        assertFalse(alone.rests());
    }

    @Test
    void aTurnThatStandsStillIsLent() throws Exception {
        Turns.Turn still = turns.of(Account.open());
        still.begin();
        Fork<?> other = waiter("other", turns.of(Account.open()), 1);

        time.advance(Turns.STILL);
        other.join();
        still.pass();

        assertEquals(List.of("other"), order);
        still.end();
    }

    @Test
    void aSenderThatWaitsHoldsNobodyUp() throws Exception {
        Turns.Turn sender = turns.of(Account.open());
        sender.begin();
        Fork<?> other = waiter("other", turns.of(Account.open()), 1);

        assertTrue(sender.rests());
        other.join();
        sender.goesOn();
        sender.end();

        assertEquals(List.of("other"), order);
    }

    @Test
    void whoReadsKeepsHisTurnForWhatHeHasRead() throws Exception {
        Turns.Turn reader = turns.of(Account.open());
        reader.hold();
        Fork<?> other = waiter("other", turns.of(Account.open()), 1);

        reader.begin();
        order.add("read");
        reader.end();

        other.join();
        assertEquals(List.of("read", "other"), order);
    }

    @Test
    void whoReadsOnLetsOthersPassAfterHisSlice() throws Exception {
        Turns.Turn reader = turns.of(Account.open());
        reader.hold();
        Fork<?> other = waiter("other", turns.of(Account.open()), 1);

        time.advance(Turns.SLICE);
        reader.hold();
        order.add("more");

        other.join();
        assertEquals(List.of("other", "more"), order);
        reader.end();
    }

    @Test
    void aTurnThatAThreadLeftBehindIsEndedByTheNextOfItsClient() throws Exception {
        Turns.Turn turn = turns.of(Account.open());
        scope.fork("gone", () -> {
                    turn.hold();
                    return true;
                })
                .join();

        turn.begin();
        turn.end();

        waiter("other", turns.of(Account.open()), 0).join();
        assertEquals(List.of("other"), order);
    }

    @Test
    void callsOfOtherThreadsDoNothing() throws Exception {
        Turns.Turn mine = turns.of(Account.open());
        mine.begin();
        scope.fork("another", () -> {
                    mine.pass();
                    mine.end();
                    return mine.rests();
                })
                .join();
        assertTrue(mine.rests());
    }

    @Test
    void whoIsInterruptedWhileHeWaitsLeavesNothingBehind() throws Exception {
        Turns.Turn holder = turns.of(Account.open());
        holder.begin();
        CountDownLatch ended = new CountDownLatch(1);
        Fork<?> gone = scope.fork("gone", () -> {
            try {
                assertThrows(InterruptedException.class, turns.of(Account.open())::begin);
            } finally {
                ended.countDown();
            }
            return true;
        });
        awaitWaiters(1);
        gone.cancel();
        ended.await();
        Fork<?> next = waiter("next", turns.of(Account.open()), 1);

        holder.end();
        next.join();

        assertEquals(List.of("next"), order);
    }

    /** Somebody who waits for a turn, notes that he has had it and ends it. */
    private Fork<?> waiter(String name, Turns.Turn turn, int waiters) {
        Fork<?> fork = scope.fork(name, () -> {
            turn.begin();
            order.add(name);
            turn.end();
            return true;
        });
        awaitWaiters(waiters);
        return fork;
    }

    private void awaitWaiters(int number) {
        Awaitility.await().until(() -> turns.queued() == number);
    }
}
