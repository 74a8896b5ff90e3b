package dev.sluice.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.Admission.Granted;
import dev.sluice.budget.Admission.Reason;
import dev.sluice.budget.Admission.Refused;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Metrics;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Demands that wait as data, and groups that wait for more than one slot. */
@Timeout(20)
final class DemandTest {

    private final Metrics metrics = new Metrics();

    /** What was granted, in order, and not given back. */
    private final Deque<Slot> granted = new ArrayDeque<>();

    private final List<Admission> refused = new ArrayList<>();

    @Test
    void aDemandIsAnsweredAtOnceWhileThereAreSlots() {
        SlotLedger ledger = ledger(3);
        ledger.enqueue(SlotClass.HYDRATION, this::told);
        assertEquals(1, granted.size());
        assertEquals(0, metrics.value(Counter.SLOT_WAITS));
        assertEquals(1, metrics.value(Counter.SLOTS_HYDRATION));
    }

    @Test
    void tenThousandDemandsNeedNoThreadAndAreServedInTheirOrder() {
        SlotLedger ledger = ledger(20);
        SplittableRandom random = new SplittableRandom(7);
        List<SlotClass> classes = List.of(
                SlotClass.RETRY,
                SlotClass.EXACT_ID,
                SlotClass.HYDRATION,
                SlotClass.MAILBOX,
                SlotClass.NEGENTROPY,
                SlotClass.ROTATION);
        List<Integer> order = new ArrayList<>();
        List<SlotClass> asked = new ArrayList<>();
        Queue<Slot> held = new ArrayDeque<>();
        for (int i = 0; i < 10_000; i++) {
            int number = i;
            asked.add(classes.get(random.nextInt(classes.size())));
            ledger.enqueue(asked.get(i), admission -> {
                order.add(number);
                held.add(((Granted) admission).slot());
            });
        }
        assertEquals(10_000 - order.size(), ledger.waiting());
        assertEquals(ledger.waiting(), metrics.value(Counter.SLOT_WAITS));
        while (!held.isEmpty()) {
            held.remove().close();
        }
        assertEquals(10_000, order.size());
        // classes of one ceiling are served in one order
        assertInOrder(order, asked, List.of(SlotClass.RETRY, SlotClass.EXACT_ID));
        assertInOrder(order, asked, List.of(SlotClass.HYDRATION, SlotClass.MAILBOX, SlotClass.ROTATION));
        assertInOrder(order, asked, List.of(SlotClass.NEGENTROPY));
    }

    private static void assertInOrder(List<Integer> order, List<SlotClass> asked, List<SlotClass> classes) {
        List<Integer> served =
                order.stream().filter(i -> classes.contains(asked.get(i))).toList();
        assertEquals(served.stream().sorted().toList(), served, classes.toString());
    }

    @Test
    void withinARankTheOldestDemandThatFitsIsServedWhateverItsClass() {
        SlotLedger ledger = ledger(3);
        ledger.enqueue(SlotClass.HISTORIC_PAGE, this::told);
        ledger.enqueue(SlotClass.HISTORIC_PAGE, this::told);
        ledger.enqueue(SlotClass.ROTATION, this::told);
        ledger.enqueue(SlotClass.MAILBOX, this::told);
        ledger.enqueue(SlotClass.ROTATION, this::told);
        List<SlotClass> served = new ArrayList<>();
        while (!granted.isEmpty()) {
            Slot slot = granted.removeFirst();
            served.add(slot.slotClass());
            slot.close();
        }
        assertEquals(
                List.of(
                        SlotClass.HISTORIC_PAGE,
                        SlotClass.HISTORIC_PAGE,
                        SlotClass.ROTATION,
                        SlotClass.MAILBOX,
                        SlotClass.ROTATION),
                served);
    }

    @Test
    void aDemandThatIsWithdrawnIsNeverAnswered() {
        SlotLedger ledger = ledger(1);
        ledger.enqueue(SlotClass.MAILBOX, this::told);
        Demand second = ledger.enqueue(SlotClass.MAILBOX, this::told);
        assertTrue(second.withdraw());
        assertFalse(second.withdraw());
        granted.removeFirst().close();
        assertTrue(granted.isEmpty());
        assertEquals(1, ledger.free());
    }

    @Test
    void aDemandThatWasAnsweredCannotBeWithdrawn() {
        Demand demand = ledger(1).enqueue(SlotClass.MAILBOX, this::told);
        assertFalse(demand.withdraw());
        assertTrue(granted.removeFirst().usable());
    }

    @Test
    void closingAnswersEveryDemand() {
        SlotLedger ledger = ledger(1);
        for (int i = 0; i < 100; i++) {
            ledger.enqueue(SlotClass.HYDRATION, this::told);
        }
        ledger.close();
        ledger.enqueue(SlotClass.HYDRATION, this::told);
        assertEquals(100, refused.size());
        assertEquals(
                List.of(new Refused(Reason.LEDGER_CLOSED)),
                refused.stream().distinct().toList());
        granted.removeFirst().close();
        assertEquals(100, refused.size());
    }

    @Test
    void aGroupWaitsUntilAllItsSlotsAreThereAndTransientWorkDoesNotTakeThem() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(10, Limits.OWNED, metrics);
        for (int i = 0; i < 50; i++) {
            ledger.enqueue(SlotClass.HISTORIC_PAGE, this::told);
        }
        assertEquals(8, granted.size());
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Admission> live = scope.fork("live", () -> ledger.awaitGroup(SlotClass.LIVE, 5));
            awaitWaiting(ledger, 43);
            for (int i = 0; i < 3; i++) {
                assertFalse(live.ended());
                assertEquals(8 - i, granted.size());
                granted.removeFirst().close();
            }
            assertEquals(5, ((Granted) live.join()).slots().size());
        }
        assertEquals(5, granted.size(), "no page was started while live coverage waited");
        assertEquals(42, ledger.waiting());
        granted.removeFirst().close();
        granted.removeFirst().close();
        assertEquals(3, granted.size(), "pages are left the residual");
        granted.removeFirst().close();
        assertEquals(3, granted.size(), "and begin again within it");
    }

    /** History that always wants more holds every slot it may; live demand, single or in groups, comes at once after. */
    @Test
    void liveDemandPassesHistoryUnderSteadyLoad() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(20, Limits.OWNED, metrics);
        List<Slot> live = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            ledger.enqueue(SlotClass.HISTORIC_PAGE, this::told);
        }
        try (TaskScope scope = TaskScope.open("test")) {
            for (int group : List.of(1, 3, 2, 6, 5)) {
                long pages = metrics.value(Counter.SLOTS_HISTORIC_PAGE);
                int before = ledger.waiting();
                Fork<Admission> wanted = scope.fork("live", () -> ledger.awaitGroup(SlotClass.LIVE, group));
                while (ledger.waiting() == before && !wanted.ended()) {
                    Thread.onSpinWait();
                }
                while (!wanted.ended()) {
                    if (ledger.held(SlotClass.LIVE) == live.size()) {
                        granted.removeFirst().close();
                    }
                }
                live.addAll(((Granted) wanted.join()).slots());
                assertEquals(
                        pages, metrics.value(Counter.SLOTS_HISTORIC_PAGE), "pages begun before a group of " + group);
                for (int i = 0; i < 40; i++) {
                    granted.removeFirst().close();
                }
            }
        }
        assertEquals(17, ledger.held(SlotClass.LIVE));
        assertEquals(1, granted.size());
    }

    @Test
    void workOfTheMarginPassesALiveGroupThatWaits() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(10, Limits.OWNED, metrics);
        for (int i = 0; i < 8; i++) {
            ledger.enqueue(SlotClass.HISTORIC_PAGE, this::told);
        }
        try (TaskScope scope = TaskScope.open("test")) {
            scope.fork("live", () -> ledger.awaitGroup(SlotClass.LIVE, 3));
            awaitWaiting(ledger, 1);
            ledger.enqueue(SlotClass.EXACT_ID, this::told);
            assertEquals(SlotClass.EXACT_ID, granted.getLast().slotClass());
        }
    }

    @Test
    void anInterruptedGroupLetsThoseBehindItPass() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(10, Limits.OWNED, metrics);
        for (int i = 0; i < 9; i++) {
            ledger.enqueue(SlotClass.HISTORIC_PAGE, this::told);
        }
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Admission> live = scope.fork("live", () -> ledger.awaitGroup(SlotClass.LIVE, 4));
            awaitWaiting(ledger, 2);
            granted.removeFirst().close();
            assertEquals(7, granted.size());
            live.cancel();
            awaitWaiting(ledger, 0);
        }
        assertEquals(8, granted.size());
        granted.forEach(Slot::close);
        assertEquals(10, ledger.free());
    }

    @Test
    void aGroupThatNoLongerFitsIsRefusedAndThoseBehindItPass() throws InterruptedException {
        SlotLedger ledger = new SlotLedger(20, Limits.OWNED, metrics);
        for (int i = 0; i < 19; i++) {
            ledger.enqueue(SlotClass.HISTORIC_PAGE, this::told);
        }
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Admission> live = scope.fork("live", () -> ledger.awaitGroup(SlotClass.LIVE, 16));
            awaitWaiting(ledger, 2);
            for (int i = 0; i < 2; i++) {
                granted.removeFirst().close();
            }
            ledger.overdrawn(OptionalLong.of(15));
            assertEquals(new Refused(Reason.OVER_BUDGET), live.join());
        }
        for (int i = 0; i < 4; i++) {
            granted.removeFirst().close();
        }
        assertEquals(13, granted.size());
    }

    @ParameterizedTest
    @CsvSource({"20, 15", "15, 11", "8, 6", "4, 3", "3, 2", "2, 1", "1, 1"})
    void aRefusalWithoutANumberTakesAQuarterOfWhatIsHeld(int held, int budget) {
        SlotLedger ledger = ledgerHolding(held);
        ledger.overdrawn(OptionalLong.empty());
        assertEquals(budget, ledger.budget());
    }

    @Test
    void refusalsOfOneExcessLowerTheBudgetOnce() {
        SlotLedger ledger = ledgerHolding(20);
        for (int i = 0; i < 5; i++) {
            ledger.overdrawn(OptionalLong.empty());
            granted.removeFirst().close();
        }
        assertEquals(15, ledger.budget());
        ledger.overdrawn(OptionalLong.empty());
        assertEquals(11, ledger.budget());
    }

    @Test
    void aNumberThatTheRelayNamesIsTakenUnlessItCannotBeTrue() {
        SlotLedger ledger = ledgerHolding(20);
        ledger.overdrawn(OptionalLong.of(12));
        assertEquals(12, ledger.budget());
        ledger.overdrawn(OptionalLong.of(10));
        assertEquals(10, ledger.budget());
        SlotLedger lied = ledgerHolding(8);
        lied.overdrawn(OptionalLong.of(200));
        assertEquals(6, lied.budget());
        lied.overdrawn(OptionalLong.of(0));
        assertEquals(1, lied.budget());
    }

    @ParameterizedTest
    @EnumSource(SlotClass.class)
    void slotsAreCountedByTheirClassAndByNoOther(SlotClass slotClass) {
        ledger(20).enqueue(slotClass, this::told);
        for (SlotClass each : SlotClass.values()) {
            assertEquals(each == slotClass ? 1 : 0, metrics.value(each.granted()));
        }
        assertEquals("SLOTS_" + slotClass, slotClass.granted().name());
        assertEquals("SLOTS_" + slotClass, slotClass.held().name());
    }

    private SlotLedger ledger(int budget) {
        return new SlotLedger(budget, Limits.FOREIGN, metrics);
    }

    /** A ledger of more than enough slots, of which so many are held. */
    private SlotLedger ledgerHolding(int held) {
        granted.clear();
        SlotLedger ledger = new SlotLedger(50, Limits.OWNED, metrics);
        for (int i = 0; i < held; i++) {
            ledger.enqueue(SlotClass.HISTORIC_PAGE, this::told);
        }
        return ledger;
    }

    private void told(Admission admission) {
        if (admission instanceof Granted one) {
            granted.add(one.slot());
        } else {
            refused.add(admission);
        }
    }

    private static void awaitWaiting(SlotLedger ledger, int demands) {
        while (ledger.waiting() != demands) {
            Thread.onSpinWait();
        }
    }
}
