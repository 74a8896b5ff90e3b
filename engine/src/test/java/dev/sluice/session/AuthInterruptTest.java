package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.pace.Allowance;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskFailedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever waits until the relay knows us is interrupted where it waits; afterwards every slot and turn can be had. */
@Timeout(20)
class AuthInterruptTest {
    private static final int BUDGET = 4;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String REFUSAL = "auth-required: who are you?";

    private final SessionRig rig = new SessionRig(BUDGET, Optional.of(TestEvents.keyPair(7)));

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void waitingForAChallenge() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> waiter = rig.awaiting(page);
        rig.closed(rig.heardRequest(), REFUSAL);
        asleepFor(Authentication.CHALLENGE_PATIENCE);
        assertLeavesNothing(waiter, page);
    }

    @Test
    void waitingForTheAnswerToBeTaken() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> waiter = rig.awaiting(page);
        refuses(rig.heardRequest());
        asleepFor(Authentication.ANSWER_PATIENCE);
        assertLeavesNothing(waiter, page);
    }

    @Test
    void waitingBehindTheOneWhoAnswers() throws InterruptedException {
        Request first = rig.page(SessionRig.NOTES);
        Request second = rig.page(SessionRig.NOTES);
        SubscriptionId firstId = rig.heardRequest();
        SubscriptionId secondId = rig.heardRequest();
        Fork<Terminal> answering = rig.awaiting(first);
        Event answer = refuses(firstId);
        asleepFor(Authentication.ANSWER_PATIENCE);
        Fork<Terminal> waiter = rig.awaiting(second);
        rig.closed(secondId, REFUSAL);
        rig.time.awaitSleepers(2);
        rig.until(() -> second.held().isPresent());

        interrupt(waiter);
        second.close();

        accepts(answer);
        rig.eose(rig.heardRequest());
        assertInstanceOf(Terminal.Eose.class, answering.join());
        first.close();
        assertInstanceOf(ClientMessage.Close.class, rig.heard());
        assertEverythingCanBeHad();
    }

    @Test
    void waitingForItsTurnToBeSentAgain() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> waiter = rig.awaiting(page);
        rig.pace.background().spacing(MINUTE);
        accepts(refuses(rig.heardRequest()));
        asleepFor(MINUTE);
        assertLeavesNothing(waiter, page);
    }

    @Test
    void waitingForWhatTheRelayAllowsInATime() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> waiter = rig.awaiting(page);
        rig.pace.allowance().keepTo(new Allowance.Rate(Allowance.Unit.QUERIES, 1, MINUTE, 1));
        rig.pace.allowance().await(1);
        accepts(refuses(rig.heardRequest()));
        rig.until(() -> rig.time.nextWake().orElse(0) > Request.WITHHELD.toNanos());
        assertLeavesNothing(waiter, page);
    }

    @Test
    void waitingForTheTurnOfALiveRequestToBeSentAgain() throws InterruptedException {
        Fork<AdmissionScope.Outcome> waiter = opening();
        SubscriptionId id = rig.heardRequest();
        rig.pace.live().spacing(MINUTE);
        accepts(refuses(id));
        asleepFor(MINUTE);
        interrupt(waiter);
        assertEverythingCanBeHad();
    }

    @Test
    void waitingToBeKnownBeforeALiveRequestIsOpenedAgain() throws InterruptedException {
        Request live = rig.live(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        rig.eose(id);
        assertInstanceOf(Terminal.Eose.class, live.await());
        rig.closed(id, REFUSAL);
        assertInstanceOf(Signal.LiveLost.class, rig.signal());
        live.close();

        Fork<AdmissionScope.Outcome> waiter = opening();
        asleepFor(Authentication.CHALLENGE_PATIENCE);
        interrupt(waiter);
        assertEverythingCanBeHad();
    }

    @Test
    void waitingWithAReconciliation() throws InterruptedException {
        Turn.Ready turn = (Turn.Ready) rig.session.awaitTurn(SlotClass.NEGENTROPY);
        Reconciliation session = ((Opening.Opened) rig.session.reconcile(turn, Filter.ALL, "61")).session();
        Fork<Reconciliation.Answer> waiter = rig.scope.fork("await", () -> session.await(MINUTE));
        SubscriptionId id = ((ClientMessage.NegOpen) rig.heard()).id();
        rig.says(new RelayMessage.Challenge("c1"));
        rig.says(new RelayMessage.NegErr(id, REFUSAL, OptionalLong.empty()));
        assertInstanceOf(ClientMessage.Auth.class, rig.heard());
        asleepFor(Authentication.ANSWER_PATIENCE);
        interrupt(waiter);
        session.close();
        assertEverythingCanBeHad();
    }

    @Test
    void waitingWithAnEvent() throws InterruptedException {
        Published published = rig.session.publish(SessionRig.note(1)).orElseThrow();
        Fork<Published.Answer> waiter = rig.scope.fork("await", () -> published.await(rig.time.after(MINUTE)));
        rig.heard();
        rig.says(new RelayMessage.Challenge("c1"));
        rig.says(new RelayMessage.Ok(SessionRig.note(1).id().hex(), false, REFUSAL));
        assertInstanceOf(ClientMessage.Auth.class, rig.heard());
        asleepFor(Authentication.ANSWER_PATIENCE);
        interrupt(waiter);
        assertEverythingCanBeHad();
    }

    private Fork<AdmissionScope.Outcome> opening() {
        return rig.scope.fork("open", () -> {
            try (AdmissionScope scope = new AdmissionScope(rig.session, List.of())) {
                return scope.open(List.of(List.of(SessionRig.NOTES)));
            }
        });
    }

    /** Refuses a request after a challenge; the client answers. */
    private Event refuses(SubscriptionId id) throws InterruptedException {
        rig.says(new RelayMessage.Challenge("c1"));
        rig.closed(id, REFUSAL);
        return assertInstanceOf(ClientMessage.Auth.class, rig.heard()).event();
    }

    private void accepts(Event answer) throws InterruptedException {
        rig.says(new RelayMessage.Ok(answer.id().hex(), true, ""));
    }

    /** Blocks until the next who wakes does so after just that time, which no other wait of these tests has. */
    private void asleepFor(Duration time) throws InterruptedException {
        rig.until(() -> rig.time.nextWake().equals(OptionalLong.of(time.toNanos())));
    }

    private void assertLeavesNothing(Fork<?> waiter, Request page) throws InterruptedException {
        interrupt(waiter);
        page.close();
        assertEverythingCanBeHad();
    }

    private static void interrupt(Fork<?> waiter) {
        waiter.cancel();
        TaskFailedException failure = assertThrows(TaskFailedException.class, waiter::join);
        assertInstanceOf(InterruptedException.class, failure.getCause());
    }

    private void assertEverythingCanBeHad() throws InterruptedException {
        assertEquals(Optional.empty(), rig.peer.poll());
        assertEquals(BUDGET, rig.ledger.free());
        rig.time.advance(MINUTE.multipliedBy(2));
        assertInstanceOf(Turn.Ready.class, rig.session.awaitTurn(SlotClass.HISTORIC_PAGE));
        rig.time.advance(MINUTE.multipliedBy(2));
        assertInstanceOf(Turn.Ready.class, rig.session.awaitTurn(SlotClass.NEGENTROPY));
        assertEquals(BUDGET - 2, rig.ledger.free());
    }
}
