package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.budget.Admission;
import dev.sluice.budget.Slot;
import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.pace.Gate;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever blocks in a session is interrupted where it blocks; afterwards every slot and every turn can be had. */
@Timeout(20)
class InterruptTest {
    private static final int BUDGET = 4;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SessionRig rig = new SessionRig(BUDGET);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void waitingForASlot() throws InterruptedException {
        List<Slot> all = take(3);
        Fork<?> waiter = blocked(() -> rig.session.awaitTurn(SlotClass.HISTORIC_PAGE), () -> rig.ledger.waiting() == 1);
        interrupt(waiter);
        all.forEach(Slot::close);
        assertEverythingCanBeHad();
    }

    @Test
    void waitingForATurnOfHistory() throws InterruptedException {
        hold(rig.pace.background());
        Fork<?> waiter = asleep(() -> rig.session.awaitTurn(SlotClass.HISTORIC_PAGE));
        interrupt(waiter);
        assertEverythingCanBeHad();
    }

    @Test
    void waitingForATurnOnARelayThatRefusedForSpeed() throws InterruptedException {
        hold(rig.pace.reactive());
        Fork<?> waiter = asleep(() -> rig.session.awaitTurn(SlotClass.NEGENTROPY));
        interrupt(waiter);
        assertEverythingCanBeHad();
    }

    @Test
    void waitingForATurnOfALiveSubscription() throws InterruptedException {
        hold(rig.pace.live());
        Fork<?> waiter = asleep(() -> {
            try (AdmissionScope scope = new AdmissionScope(rig.session, List.of())) {
                return scope.open(List.of(List.of(SessionRig.NOTES)));
            }
        });
        interrupt(waiter);
        assertEquals(Optional.empty(), rig.peer.poll());
        assertEverythingCanBeHad();
    }

    @Test
    void waitingForTheEndOfAPage() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        interrupt(asleep(page::await));
        page.close();
        assertEquals(new ClientMessage.Close(id), rig.heard());
        rig.eose(id);
        rig.until(() -> rig.held() == 0);
        assertEverythingCanBeHad();
    }

    @Test
    void waitingForAFrameOfANegentropySession() throws InterruptedException {
        Reconciliation negotiated = negotiated();
        interrupt(asleep(() -> negotiated.await(MINUTE)));
        assertEndsInOrder(negotiated);
    }

    @Test
    void waitingForTheTurnOfTheNextFrame() throws InterruptedException {
        hold(rig.pace.negentropy());
        Reconciliation negotiated = negotiated();
        rig.says(new RelayMessage.NegMsg(negotiated.id(), "6100"));
        assertInstanceOf(Reconciliation.Answer.Message.class, negotiated.await(MINUTE));
        interrupt(asleep(() -> negotiated.proceed("6100")));
        assertEquals(Optional.empty(), rig.peer.poll());
        assertEndsInOrder(negotiated);
    }

    @Test
    void waitingForASignal() throws InterruptedException {
        interrupt(asleep(() -> rig.session.awaitSignal(rig.time.after(MINUTE))));
        rig.peer.hangUp();
        assertInstanceOf(Signal.Ended.class, rig.signal());
    }

    private Reconciliation negotiated() throws InterruptedException {
        Turn.Ready turn = (Turn.Ready) rig.session.awaitTurn(SlotClass.NEGENTROPY);
        Opening opening = rig.session.reconcile(turn, Filter.ALL, "6100");
        assertInstanceOf(ClientMessage.NegOpen.class, rig.heard());
        return ((Opening.Opened) opening).session();
    }

    private void assertEndsInOrder(Reconciliation negotiated) throws InterruptedException {
        negotiated.close();
        assertInstanceOf(ClientMessage.NegClose.class, rig.heard());
        assertEverythingCanBeHad();
    }

    /** A gate at which the next has to wait for a minute. */
    private void hold(Gate gate) throws InterruptedException {
        gate.spacing(MINUTE);
        gate.awaitTurn();
    }

    private Fork<?> asleep(Callable<?> work) throws InterruptedException {
        Fork<?> waiter = rig.scope.fork("waiter", work);
        rig.time.awaitSleepers(1);
        return waiter;
    }

    private Fork<?> blocked(Callable<?> work, BooleanSupplier blocked) throws InterruptedException {
        Fork<?> waiter = rig.scope.fork("waiter", work);
        rig.until(blocked);
        return waiter;
    }

    private static void interrupt(Fork<?> waiter) {
        waiter.cancel();
        TaskFailedException failure = assertThrows(TaskFailedException.class, waiter::join);
        assertInstanceOf(InterruptedException.class, failure.getCause());
    }

    private void assertEverythingCanBeHad() throws InterruptedException {
        assertEquals(BUDGET, rig.ledger.free());
        assertEquals(0, rig.ledger.waiting());
        rig.time.advance(MINUTE);
        assertInstanceOf(Turn.Ready.class, rig.session.awaitTurn(SlotClass.HISTORIC_PAGE));
        rig.time.advance(MINUTE);
        assertInstanceOf(Turn.Ready.class, rig.session.awaitTurn(SlotClass.NEGENTROPY));
        assertEquals(2, rig.ledger.free());
    }

    private List<Slot> take(int slots) {
        return granted(rig.ledger.tryGroup(SlotClass.HISTORIC_PAGE, slots));
    }

    private static List<Slot> granted(Admission admission) {
        return assertInstanceOf(Admission.Granted.class, admission).slots();
    }
}
