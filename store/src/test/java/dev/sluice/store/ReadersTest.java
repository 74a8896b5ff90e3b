package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Account;
import dev.sluice.time.Time;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ReadersTest {

    /** There are no more readers than that, whatever the machine. */
    private static final int MOST_READERS = 4;

    private static final int MANY = 200;

    private final EventFile file = EventFile.inMemory();
    private final Snapshots snapshots = new Snapshots(file);
    private final Readers readers = new Readers("test", snapshots, Time.system());
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());
    private final List<Future<Boolean>> asked = new ArrayList<>();

    @AfterEach
    void close() {
        readers.close();
        snapshots.close();
        file.close();
    }

    @Test
    void whoHasAskedForMuchDoesNotHoldUpWhoAsksForLittle() throws InterruptedException {
        occupy();
        Account greedy = Account.open();
        for (int i = 0; i < MANY; i++) {
            ask("greedy", greedy);
        }
        ask("modest", Account.open());
        ask("house", Account.house());
        finish();
        assertEquals(MANY + 2, order.size());
        assertTrue(order.indexOf("modest") <= 1 + MOST_READERS, order.toString());
        assertTrue(order.indexOf("house") <= 2 + MOST_READERS, order.toString());
    }

    @Test
    void whoHasHadMuchWaitsForWhoHasHadLittleAlthoughHeCameFirst() throws InterruptedException {
        occupy();
        Account greedy = Account.open();
        greedy.charge(1_000_000_000);
        ask("greedy", greedy);
        for (int i = 0; i < MANY; i++) {
            ask("modest", Account.open());
        }
        finish();
        assertTrue(order.indexOf("greedy") >= MANY - MOST_READERS, order.toString());
    }

    /** Until it is said that they may go on, no reader is free. */
    private void occupy() {
        for (int i = 0; i < MOST_READERS; i++) {
            asked.add(readers.submit(
                    maps -> {
                        awaitGo();
                        return true;
                    },
                    Account.house()));
        }
    }

    private void ask(String who, Account account) {
        asked.add(readers.submit(maps -> order.add(who), account));
    }

    private void finish() throws InterruptedException {
        go.countDown();
        for (Future<Boolean> one : asked) {
            assertTrue(readers.await(one));
        }
    }

    private void awaitGo() {
        try {
            go.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
