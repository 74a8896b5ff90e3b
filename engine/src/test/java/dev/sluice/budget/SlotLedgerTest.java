package dev.sluice.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.Admission.Granted;
import dev.sluice.budget.Admission.Reason;
import dev.sluice.budget.Admission.Refused;
import dev.sluice.metrics.Metrics;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import dev.sluice.task.TaskScope;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
final class SlotLedgerTest {

    private final TaskScope scope = TaskScope.open("test");

    @AfterEach
    void end() {
        scope.close();
    }

    @ParameterizedTest
    @CsvSource({"20, 17, 18", "10, 7, 8", "6, 3, 4", "5, 3, 4", "3, 1, 2", "2, 1, 2", "1, 0, 1"})
    void liveLeavesTheMarginAndOneTransientSlot(int budget, int live, int residualWhenEmpty) {
        SlotLedger ledger = new SlotLedger(budget, Limits.OWNED, new Metrics());
        assertEquals(residualWhenEmpty, ledger.residual());
        assertRefused(Reason.OVER_BUDGET, ledger.tryGroup(SlotClass.LIVE, live + 1));
        if (live > 0) {
            granted(ledger.tryGroup(SlotClass.LIVE, live));
            granted(ledger.tryGroup(SlotClass.HISTORIC_PAGE, 1));
            assertRefused(Reason.OVER_BUDGET, ledger.tryGroup(SlotClass.HISTORIC_PAGE, 1));
        }
    }

    @Test
    void aGroupIsAdmittedWholeOrNotAtAll() {
        SlotLedger ledger = new SlotLedger(10, Limits.FOREIGN, new Metrics());
        granted(ledger.tryGroup(SlotClass.LIVE, 5));
        assertRefused(Reason.OVER_BUDGET, ledger.tryGroup(SlotClass.LIVE, 3));
        assertEquals(5, ledger.held(SlotClass.LIVE));
        granted(ledger.tryGroup(SlotClass.LIVE, 2));
        assertEquals(3, ledger.free());
    }

    @Test
    void transientWorkNeverUsesTheMargin() {
        SlotLedger ledger = new SlotLedger(6, Limits.OWNED, new Metrics());
        granted(ledger.tryGroup(SlotClass.HISTORIC_PAGE, 4));
        assertRefused(Reason.OVER_BUDGET, ledger.tryGroup(SlotClass.HYDRATION, 1));
        granted(ledger.tryGroup(SlotClass.RETRY, 2));
        assertRefused(Reason.OVER_BUDGET, ledger.tryGroup(SlotClass.PROBE, 1));
        assertEquals(0, ledger.free());
    }

    @Test
    void classesHaveCeilingsInsideTheResidual() {
        SlotLedger ledger = new SlotLedger(20, Limits.FOREIGN, new Metrics());
        granted(ledger.tryGroup(SlotClass.NEGENTROPY, 4));
        assertRefused(Reason.OVER_BUDGET, ledger.tryGroup(SlotClass.NEGENTROPY, 1));
        granted(ledger.tryGroup(SlotClass.HISTORIC_PAGE, 3));
        granted(ledger.tryGroup(SlotClass.HYDRATION, 2));
        assertRefused(Reason.OVER_BUDGET, ledger.tryGroup(SlotClass.ROTATION, 1));
    }

    @Test
    void anOwnedRelayIsBoundedByItsSlotsAlone() {
        SlotLedger ledger = new SlotLedger(20, Limits.OWNED, new Metrics());
        granted(ledger.tryGroup(SlotClass.HISTORIC_PAGE, 18));
        assertEquals(2, ledger.free());
    }

    @Test
    void aSlotIsGivenBackOnceHoweverOftenItIsClosed() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(4, Limits.FOREIGN, new Metrics());
        Slot slot = granted(ledger.await(SlotClass.HISTORIC_PAGE)).slot();
        assertTrue(slot.usable());
        slot.close();
        slot.close();
        assertFalse(slot.usable());
        assertEquals(4, ledger.free());
        assertEquals(0, ledger.held(SlotClass.HISTORIC_PAGE));
    }

    @Test
    void aReleaseServesTheHighestRankFirst() {
        SlotLedger ledger = new SlotLedger(2, Limits.OWNED, new Metrics());
        List<Slot> all = granted(ledger.tryGroup(SlotClass.HISTORIC_PAGE, 2)).slots();
        queueUp(ledger, SlotClass.HYDRATION, SlotClass.RETRY, SlotClass.LIVE);
        all.get(0).close();
        awaitWaiting(ledger, 2);
        assertEquals(1, ledger.held(SlotClass.LIVE));
        all.get(1).close();
        awaitWaiting(ledger, 1);
        assertEquals(1, ledger.held(SlotClass.RETRY));
        assertEquals(0, ledger.held(SlotClass.HYDRATION));
    }

    @Test
    void withinARankTheFirstToComeIsTheFirstServed() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(1, Limits.OWNED, new Metrics());
        Slot only = granted(ledger.await(SlotClass.MAILBOX)).slot();
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 5; i++) {
            int place = i;
            scope.fork("waiter-" + i, () -> {
                Slot slot = granted(ledger.await(SlotClass.MAILBOX)).slot();
                order.add(place);
                slot.close();
                return null;
            });
            awaitWaiting(ledger, i + 1);
        }
        only.close();
        scope.join();
        assertEquals(List.of(0, 1, 2, 3, 4), List.copyOf(order));
    }

    @Test
    void aWaiterAtItsClassCeilingLetsOtherClassesPass() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(20, Limits.FOREIGN, new Metrics());
        granted(ledger.tryGroup(SlotClass.NEGENTROPY, 4));
        scope.fork("negentropy", () -> ledger.await(SlotClass.NEGENTROPY));
        awaitWaiting(ledger, 1);
        granted(ledger.await(SlotClass.HISTORIC_PAGE));
    }

    @Test
    void closingAnswersThoseWhoWaitAndThoseWhoComeLate() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(1, Limits.OWNED, new Metrics());
        Slot only = granted(ledger.await(SlotClass.HISTORIC_PAGE)).slot();
        Fork<Admission> waiter = scope.fork("waiter", () -> ledger.await(SlotClass.HISTORIC_PAGE));
        awaitWaiting(ledger, 1);
        ledger.close();
        assertRefused(Reason.LEDGER_CLOSED, waiter.join());
        assertRefused(Reason.LEDGER_CLOSED, ledger.await(SlotClass.HISTORIC_PAGE));
        assertRefused(Reason.LEDGER_CLOSED, ledger.tryGroup(SlotClass.LIVE, 1));
        assertFalse(only.usable(), "a late holder must not send");
        only.close();
        assertRefused(Reason.LEDGER_CLOSED, ledger.await(SlotClass.HISTORIC_PAGE));
    }

    @Test
    void whatCanNeverFitIsRefusedAtOnce() throws InterruptedException {
        assertRefused(Reason.OVER_BUDGET, new SlotLedger(1, Limits.FOREIGN, new Metrics()).await(SlotClass.LIVE));
    }

    @Test
    void shrinkingStopsGrantsAndRevokesNothing() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(20, Limits.OWNED, new Metrics());
        List<Slot> pages = new ArrayList<>(
                granted(ledger.tryGroup(SlotClass.HISTORIC_PAGE, 10)).slots());
        ledger.overdrawn(OptionalLong.of(8));
        assertEquals(8, ledger.budget());
        assertEquals(0, ledger.free());
        assertTrue(pages.stream().allMatch(Slot::usable));
        Fork<Admission> waiter = scope.fork("waiter", () -> ledger.await(SlotClass.HISTORIC_PAGE));
        awaitWaiting(ledger, 1);
        for (int i = 0; i < 4; i++) {
            pages.removeLast().close();
            assertFalse(waiter.ended());
        }
        pages.removeLast().close();
        granted(waiter.join());
    }

    @Test
    void shrinkingRefusesAWaiterThatCanNeverFitAgain() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(2, Limits.FOREIGN, new Metrics());
        granted(ledger.tryGroup(SlotClass.HISTORIC_PAGE, 2));
        Fork<Admission> live = scope.fork("live", () -> ledger.await(SlotClass.LIVE));
        awaitWaiting(ledger, 1);
        ledger.overdrawn(OptionalLong.of(1));
        assertRefused(Reason.OVER_BUDGET, live.join());
    }

    /** Callers are stopped behind a full budget and behind a class ceiling; then everything must still be there. */
    @Test
    void anInterruptedWaiterTakesNothing() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(20, Limits.FOREIGN, new Metrics());
        List<Slot> held = new ArrayList<>();
        held.addAll(granted(ledger.tryGroup(SlotClass.NEGENTROPY, 4)).slots());
        held.addAll(granted(ledger.tryGroup(SlotClass.HISTORIC_PAGE, 5)).slots());
        held.addAll(granted(ledger.tryGroup(SlotClass.LIVE, 9)).slots());
        List<Fork<Admission>> waiters = new ArrayList<>();
        for (SlotClass slotClass : List.of(SlotClass.NEGENTROPY, SlotClass.HYDRATION)) {
            waiters.add(scope.fork(slotClass.name(), () -> ledger.await(slotClass)));
        }
        awaitWaiting(ledger, 2);
        waiters.forEach(Fork::cancel);
        for (Fork<Admission> waiter : waiters) {
            assertInterrupted(waiter);
        }
        assertEquals(0, ledger.waiting());
        held.forEach(Slot::close);
        assertEverythingCanBeTaken(ledger);
    }

    /** The interrupt and the grant race; whichever wins, no slot may be lost. */
    @Test
    void aGrantThatMeetsAnInterruptGoesBack() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(4, Limits.OWNED, new Metrics());
        for (int i = 0; i < 500; i++) {
            List<Slot> all =
                    granted(ledger.tryGroup(SlotClass.HISTORIC_PAGE, 3)).slots();
            Fork<Admission> waiter = scope.fork("waiter", () -> takeAndGiveBack(ledger));
            awaitWaiting(ledger, 1);
            Phaser together = new Phaser(2);
            Fork<Object> interrupter = scope.fork("interrupter", () -> {
                together.arriveAndAwaitAdvance();
                waiter.cancel();
                return null;
            });
            together.arriveAndAwaitAdvance();
            all.forEach(Slot::close);
            interrupter.join();
            awaitEnd(waiter);
            assertEquals(4, ledger.free());
        }
    }

    @Test
    void aBudgetBelowOneIsABug() {
        assertThrows(IllegalArgumentException.class, () -> new SlotLedger(0, Limits.FOREIGN, new Metrics()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new SlotLedger(1, Limits.FOREIGN, new Metrics()).tryGroup(SlotClass.LIVE, 0));
    }

    private static Admission takeAndGiveBack(SlotLedger ledger) throws InterruptedException {
        Admission admission = ledger.await(SlotClass.HISTORIC_PAGE);
        granted(admission).slot().close();
        return admission;
    }

    private void queueUp(SlotLedger ledger, SlotClass... classes) {
        int before = ledger.waiting();
        for (SlotClass slotClass : classes) {
            scope.fork(slotClass.name(), () -> ledger.await(slotClass));
            awaitWaiting(ledger, ++before);
        }
    }

    private static void assertEverythingCanBeTaken(SlotLedger ledger) {
        granted(ledger.tryGroup(SlotClass.NEGENTROPY, 4));
        granted(ledger.tryGroup(SlotClass.HYDRATION, 5));
        granted(ledger.tryGroup(SlotClass.RETRY, 2));
        granted(ledger.tryGroup(SlotClass.LIVE, 9));
        assertEquals(0, ledger.free());
    }

    private static void awaitEnd(Fork<Admission> waiter) throws InterruptedException {
        try {
            granted(waiter.join());
        } catch (TaskFailedException interrupted) {
            assertInstanceOf(InterruptedException.class, interrupted.getCause());
        }
    }

    private static void assertInterrupted(Fork<Admission> waiter) {
        TaskFailedException failure = assertThrows(TaskFailedException.class, waiter::join);
        assertInstanceOf(InterruptedException.class, failure.getCause());
    }

    private static void assertRefused(Reason reason, Admission admission) {
        assertEquals(new Refused(reason), admission);
    }

    private static Granted granted(Admission admission) {
        return assertInstanceOf(Granted.class, admission);
    }

    private static void awaitWaiting(SlotLedger ledger, int threads) {
        while (ledger.waiting() != threads) {
            Thread.onSpinWait();
        }
    }
}
