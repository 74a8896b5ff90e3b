package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.Demand;
import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.pace.Pauses;
import dev.sluice.task.TaskScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that waits as data until there is a slot. */
@Timeout(20)
class ErrandTest {
    private final SessionRig rig = new SessionRig(6);
    private final TaskScope threads = TaskScope.open("errands");
    private final Noted errand = new Noted();

    @AfterEach
    void close() {
        threads.close();
        rig.close();
    }

    @Test
    void thousandsThatWaitTakeNoThreadAndThoseThatRunAsManyAsThereAreSlots() throws InterruptedException {
        for (int i = 0; i < 5_000; i++) {
            rig.session.enqueue(SlotClass.HYDRATION, errand, threads);
        }
        rig.until(() -> errand.running.get() == 4);
        assertEquals(4, threads.running());
        assertEquals(4_996, rig.ledger.waiting());
        errand.leave.release(5_000);
        rig.until(() -> errand.ran.get() == 5_000 && threads.running() == 0);
        assertTrue(errand.most.get() <= 4, "at a time: " + errand.most);
        assertEquals(6, rig.ledger.free());
    }

    @Test
    void anErrandSendsUnderItsSlot() throws InterruptedException {
        rig.session.enqueue(SlotClass.HYDRATION, new Asking(), threads);
        SubscriptionId id = rig.heardRequest();
        assertEquals(1, rig.ledger.held(SlotClass.HYDRATION));
        rig.eose(id);
        rig.until(() -> rig.ledger.free() == 6);
    }

    /** Queued starts are refused during a cooldown, one by one as their slots come, and nothing leaves. */
    @Test
    void duringAPauseWhatWaitsIsRefusedWithoutSending() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            rig.session.enqueue(SlotClass.HYDRATION, errand, threads);
        }
        rig.until(() -> errand.running.get() == 4);
        rig.pace.pauses().begin(Pauses.Kind.RATE);
        errand.leave.release(50);
        rig.until(() -> errand.refusals.size() == 46);
        assertTrue(errand.refusals.stream().allMatch(Start.Paused.class::isInstance));
        rig.until(() -> rig.ledger.free() == 6);
        assertEquals(Optional.empty(), rig.peer.poll());
    }

    @Test
    void theEndOfTheConnectionIsToldToAllThatWait() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            rig.session.enqueue(SlotClass.HYDRATION, errand, threads);
        }
        rig.until(() -> errand.running.get() == 4);
        rig.peer.hangUp();
        rig.until(() -> errand.refusals.size() == 46);
        assertInstanceOf(Start.Over.class, errand.refusals.element());
    }

    @Test
    void whatIsWithdrawnNeverRuns() throws InterruptedException {
        List<Demand> demands = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            demands.add(rig.session.enqueue(SlotClass.HYDRATION, errand, threads));
        }
        rig.until(() -> errand.running.get() == 4);
        assertEquals(46, demands.stream().filter(Demand::withdraw).count());
        errand.leave.release(50);
        rig.until(() -> rig.ledger.free() == 6);
        assertEquals(4, errand.ran.get());
        assertTrue(errand.refusals.isEmpty());
    }

    @Test
    void aSlotThatComesAfterItsThreadsWereEndedGoesBack() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            rig.session.enqueue(SlotClass.HYDRATION, errand, threads);
        }
        rig.until(() -> errand.running.get() == 4);
        threads.close();
        rig.until(() -> rig.ledger.free() == 6);
        assertEquals(0, rig.ledger.waiting());
        assertFalse(threads.running() > 0);
    }

    /** Holds its slot until it is let go. */
    private static final class Noted implements Errand {
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger ran = new AtomicInteger();
        final Semaphore leave = new Semaphore(0);
        final ConcurrentLinkedQueue<Start.NotStarted> refusals = new ConcurrentLinkedQueue<>();

        @Override
        public void run(Turn.Ready turn) throws InterruptedException {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                leave.acquire();
                ran.incrementAndGet();
            } finally {
                running.decrementAndGet();
                turn.slot().close();
            }
        }

        @Override
        public void notStarted(Start.NotStarted why) {
            refusals.add(why);
        }
    }

    private final class Asking implements Errand {
        @Override
        public void run(Turn.Ready turn) throws InterruptedException {
            Start start = rig.session.send(turn, List.of(SessionRig.NOTES));
            try (Request request = ((Start.Started) start).request()) {
                request.await();
            }
        }

        @Override
        public void notStarted(Start.NotStarted why) {
            throw new IllegalStateException(why.toString());
        }
    }
}
