package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.pace.Pauses;
import dev.sluice.session.Refusal;
import dev.sluice.session.Request;
import dev.sluice.session.Start;
import dev.sluice.session.Terminal;
import dev.sluice.task.Fork;
import dev.sluice.wire.PipeSocket;
import dev.sluice.wire.RelaySocket.Received;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A batch of REQs by id ends as a whole: one failure retires it, and leaves nothing open, waiting or half counted. */
@Timeout(20)
class IdRequestsTest {
    private static final List<Event> NOTES = Rig.notes(Rig.T0, 6);
    private static final int BUDGET = 20;
    private static final int IN_FLIGHT = 3;

    private final PipedSession piped = new PipedSession(BUDGET);
    private final Rig rig = piped.rig;
    private final SlotLedger ledger = piped.ledger;
    private final PipeSocket.Peer peer = piped.peer;
    private final SyncCounts counts = new SyncCounts();
    private final IdRequests batch = new IdRequests(
            piped.session,
            Filter.ALL,
            SlotClass.HYDRATION,
            NOTES.stream().map(note -> List.of(note.id())).toList(),
            IN_FLIGHT,
            counts);
    private final Fork<List<IdRequests.Answer>> run = begin();

    // what the relay has heard
    private final Queue<ClientMessage.Req> requests = new ArrayDeque<>();
    private final Set<SubscriptionId> closed = new HashSet<>();

    private Fork<List<IdRequests.Answer>> begin() {
        return piped.scope.fork("batch", batch::run);
    }

    @AfterEach
    void close() {
        piped.close();
    }

    @Test
    void aBatchThatGoesWellAsksForEverythingOnceAndHasNoMoreInFlightThanItMay() throws InterruptedException {
        Set<EventId> came = new HashSet<>();
        for (int i = 0; i < NOTES.size(); i++) {
            assertTrue(ledger.held(SlotClass.HYDRATION) <= IN_FLIGHT);
            answer(heardRequest());
        }
        for (IdRequests.Answer answer : run.join()) {
            came.addAll(answer.came());
        }
        assertEquals(NOTES.size(), came.size());
        assertEquals(NOTES.size(), batch.receipts().size());
        assertNull(batch.setback());
    }

    @Test
    void aRefusalBeforeTheEoseClosesTheOthersAndSendsNoMore() throws InterruptedException {
        answer(heardRequest());
        List<SubscriptionId> open = threeOpen();

        piped.says(new RelayMessage.Closed(open.get(1), "error: could not read"));

        assertClosed(Set.of(open.get(0), open.get(2)));
        assertRetired(1, Refusal.class);
    }

    @Test
    void aTimeOutClosesTheOthersTooThoughTheyMadeProgress() throws InterruptedException {
        List<ClientMessage.Req> open = List.of(heardRequest(), heardRequest(), heardRequest());
        rig.time.awaitSleepers(IN_FLIGHT);
        rig.time.advance(Request.IDLE.dividedBy(2));
        deliver(open.get(0));
        until(() -> rig.intake.statistics().verified() == 1);

        rig.time.advance(Request.IDLE.dividedBy(2));

        assertClosed(open.stream().map(ClientMessage.Req::id).toList());
        assertRetired(0, Terminal.Idle.class);
        assertTrue(piped.pace.pauses().left(Pauses.Kind.INCOMPLETE).isPresent());
        assertEquals(3, batch.receipts().size(), "what came is of use all the same");
    }

    @Test
    void anAdmissionThatFailsClosesTheOthersToo() throws InterruptedException {
        ClientMessage.Req first = heardRequest();
        Set<SubscriptionId> others = Set.of(heardRequest().id(), heardRequest().id());
        piped.pace.pauses().begin(Pauses.Kind.RATE);

        answer(first);

        assertClosed(others);
        assertRetired(1, Start.Paused.class);
    }

    @Test
    void theEndOfTheConnectionRetiresIt() throws InterruptedException {
        threeOpen();
        peer.hangUp();
        assertRetired(0, Terminal.Gone.class);
    }

    @Test
    void aMissingAnswerThatIsInterruptedLeavesNothingOpen() throws InterruptedException {
        List<SubscriptionId> open = threeOpen();
        rig.time.awaitSleepers(IN_FLIGHT);
        run.cancel();
        assertClosed(open);
        rests();
    }

    /** The batch has ended with a cause, nothing more was sent, and all that it held has come back. */
    private void assertRetired(int answered, Class<?> cause) throws InterruptedException {
        assertEquals(answered, run.join().size());
        assertInstanceOf(cause, cause(batch.setback()));
        rests();
        assertFalse(peer.poll().filter(Received.Text.class::isInstance).isPresent());
        assertTrue(requests.isEmpty());
        assertEquals(answered, counts.fetched());
    }

    private static Object cause(Setback setback) {
        return switch (setback) {
            case Setback.Failed(Terminal.Refused(Refusal refusal)) -> refusal;
            case Setback.Failed failed -> failed.terminal();
            case Setback.NotStarted notStarted -> notStarted.why();
        };
    }

    /** A slot whose request was closed early rests for some seconds. */
    private void rests() throws InterruptedException {
        rig.time.advanceUntil(() -> ledger.free() == BUDGET, Duration.ofSeconds(1));
        assertEquals(0, ledger.waiting());
    }

    private List<SubscriptionId> threeOpen() throws InterruptedException {
        return List.of(heardRequest().id(), heardRequest().id(), heardRequest().id());
    }

    private void assertClosed(Collection<SubscriptionId> ids) throws InterruptedException {
        while (!closed.containsAll(ids)) {
            hear();
        }
    }

    private ClientMessage.Req heardRequest() throws InterruptedException {
        while (requests.isEmpty()) {
            hear();
        }
        return requests.remove();
    }

    private void hear() throws InterruptedException {
        ClientMessage message = piped.heard();
        if (message instanceof ClientMessage.Close close) {
            closed.add(close.id());
        } else {
            requests.add((ClientMessage.Req) message);
        }
    }

    private void answer(ClientMessage.Req req) throws InterruptedException {
        deliver(req);
        piped.says(new RelayMessage.Eose(req.id(), RelayMessage.Hint.NONE));
    }

    private void deliver(ClientMessage.Req req) throws InterruptedException {
        for (Event note : NOTES) {
            if (req.filters().get(0).matches(note)) {
                piped.says(new RelayMessage.Delivery(req.id(), note));
            }
        }
    }

    private void until(BooleanSupplier done) throws InterruptedException {
        rig.time.advanceUntil(done, Duration.ZERO);
    }
}
