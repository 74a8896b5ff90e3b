package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.SlotClass;
import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Gauge;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.RelayMessage.Hint;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.pace.Pauses;
import dev.sluice.task.Fork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class RelaySessionTest {
    private final SessionRig rig = new SessionRig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aPageIsCountedQueuedAndSettled() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        rig.delivers(id, SessionRig.note(1));
        rig.delivers(id, SessionRig.note(2));
        rig.says(new RelayMessage.Eose(id, Hint.FINISH));

        assertEquals(new Terminal.Eose(Hint.FINISH, false), page.await());
        assertEquals(2, page.arrivals().matched().size());
        rig.until(page.receipt()::settled);
        assertEquals(2, rig.archive.statistics().events());
    }

    @Test
    void anAnswerMayComeBeforeTheSendReturns() throws InterruptedException {
        rig.eose(new SubscriptionId("r1"));
        rig.until(() -> rig.metrics.value(Counter.MESSAGES_RECEIVED) == 1);
        assertEquals(1, rig.metrics.value(Counter.MESSAGES_UNKNOWN_ID));

        Request page = rig.page(SessionRig.NOTES);
        rig.eose(rig.heardRequest());

        assertInstanceOf(Terminal.Eose.class, page.await());
    }

    @Test
    void theSlotComesBackOnlyAfterCloseWasQueued() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        rig.eose(id);
        page.await();

        assertEquals(1, rig.held());
        assertEquals(Optional.empty(), rig.peer.poll());
        page.close();

        assertEquals(new ClientMessage.Close(id), rig.heard());
        assertEquals(0, rig.held());
    }

    @Test
    void aClosedRequestIsNotClosedAgain() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        rig.closed(rig.heardRequest(), "error: something is wrong");

        assertInstanceOf(Terminal.Refused.class, page.await());
        page.close();

        assertEquals(Optional.empty(), rig.peer.poll());
        assertEquals(0, rig.held());
    }

    @Test
    void aSilentRelayCostsOneCloseAndTheSlotComesBack() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        Fork<Terminal> terminal = rig.awaiting(page);
        rig.time.awaitSleepers(1);

        rig.time.advance(Duration.ofSeconds(119));
        assertFalse(terminal.ended());
        rig.time.advance(Duration.ofSeconds(1));

        assertEquals(new Terminal.Idle(), terminal.join());
        assertTrue(rig.pace.pauses().left(Pauses.Kind.INCOMPLETE).isPresent());
        page.close();
        page.close();
        assertEquals(new ClientMessage.Close(id), rig.heard());
        assertEquals(1, rig.held());
        rig.time.awaitSleepers(1);
        rig.time.advance(RelaySession.REST);
        rig.until(() -> rig.held() == 0);
        assertEquals(Optional.empty(), rig.peer.poll());
    }

    @Test
    void aRestingSlotComesBackWhenTheRelayEndsTheRequest() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();

        page.close();
        rig.heard();
        assertEquals(1, rig.held());
        rig.eose(id);

        rig.until(() -> rig.held() == 0);
    }

    /** Whoever wins, the slot comes back once and one CLOSE at most is sent. */
    @Test
    void aCloseThatMeetsTheEndOfItsRequestIsSentOnce() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            Request page = rig.page(SessionRig.NOTES);
            SubscriptionId id = rig.heardRequest();
            Fork<Boolean> closing = rig.scope.fork("closing", () -> {
                page.close();
                page.close();
                return true;
            });
            rig.eose(id);
            closing.join();
            assertEquals(new ClientMessage.Close(id), rig.heard());
            rig.until(() -> rig.held() == 0);
            assertEquals(Optional.empty(), rig.peer.poll());
            assertEquals(20, rig.ledger.free());
        }
    }

    @Test
    void eachEventKeepsTheWatchdogAway() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        Fork<Terminal> terminal = rig.awaiting(page);
        for (int i = 0; i < 4; i++) {
            rig.time.awaitSleepers(1);
            rig.time.advance(Duration.ofSeconds(100));
            rig.delivers(id, SessionRig.note(i));
            int came = i + 1;
            rig.until(() -> page.arrivals().matched().size() == came);
        }
        assertFalse(terminal.ended());
        rig.eose(id);

        assertInstanceOf(Terminal.Eose.class, terminal.join());
    }

    @Test
    void aRequestLivesTenMinutesAtMostWhateverItsProgress() throws InterruptedException {
        Request page = rig.page(Filter.ALL.withLimit(OptionalInt.of(500)));
        SubscriptionId id = rig.heardRequest();
        Fork<Terminal> terminal = rig.awaiting(page);
        for (int i = 1; i <= 5; i++) {
            rig.time.awaitSleepers(1);
            rig.time.advance(Duration.ofSeconds(100));
            rig.delivers(id, SessionRig.note(i));
            int came = i;
            rig.until(() -> page.arrivals().matched().size() == came);
        }
        assertFalse(terminal.ended());
        rig.time.awaitSleepers(1);
        rig.time.advance(Duration.ofSeconds(100));

        assertEquals(new Terminal.Idle(), terminal.join());
    }

    @Test
    void eventsThatWereNotAskedForAreDroppedAndCounted() throws InterruptedException {
        Filter kindSeven = SessionRig.NOTES.withKinds(Set.of(7));
        Request page = rig.page(kindSeven);
        SubscriptionId id = rig.heardRequest();
        rig.delivers(id, SessionRig.note(1));
        rig.delivers(new SubscriptionId("other"), SessionRig.note(2));
        rig.eose(id);

        page.await();

        assertEquals(1, page.arrivals().foreign());
        rig.until(page.receipt()::settled);
        assertEquals(0, rig.archive.statistics().events());
    }

    @Test
    void eventsOutsideTheWindowAreToldApart() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES.withUntil(OptionalLong.of(10)));
        SubscriptionId id = rig.heardRequest();
        rig.delivers(id, SessionRig.note(1));
        rig.eose(id);

        page.await();

        assertEquals(new Arrivals(List.of(), 0, 1, 0, 0), page.arrivals());
    }

    @Test
    void aFloodIsCutAtTenTimesTheLimit() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        for (int i = 0; i <= 50; i++) {
            rig.delivers(id, SessionRig.note(i));
        }

        assertEquals(new Terminal.Flooded(), page.await());
        assertEquals(5, page.arrivals().matched().size());
        page.close();
        rig.delivers(id, SessionRig.note(60));
        rig.until(() -> rig.metrics.value(Counter.MESSAGES_SURPLUS) >= 46);
        assertEquals(5, page.arrivals().matched().size());
    }

    @Test
    void aNoticeIsAttributedToTheNewestUnansweredRequest() throws InterruptedException {
        Request first = rig.page(SessionRig.NOTES);
        SubscriptionId firstId = rig.heardRequest();
        Request second = rig.page(SessionRig.NOTES);
        rig.notice("rate-limited: slow down there chief");

        assertInstanceOf(Terminal.Refused.class, second.await());
        assertTrue(rig.pace.pauses().left(Pauses.Kind.RATE).isPresent());
        rig.eose(firstId);
        assertEquals(new Terminal.Eose(Hint.NONE, true), first.await());
    }

    @Test
    void aTimeThatTheRelayNamesIsWaited() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        rig.closed(rig.heardRequest(), "rate-limited: too many queries, try again in 10 minutes");

        assertInstanceOf(Terminal.Refused.class, page.await());
        assertEquals(Optional.of(Duration.ofMinutes(10)), rig.pace.pauses().left(Pauses.Kind.RATE));
    }

    @ParameterizedTest
    @CsvSource({"error: could not connect to the database, true", "the moon is full tonight, false"})
    void aPageThatIsBrokenOffForTheRelaysOwnTroublePausesItAndOneRefusedInStrangeWordsDoesNot(
            String text, boolean paused) throws InterruptedException {
        Fork<Terminal> end = rig.awaiting(rig.page(SessionRig.NOTES));
        rig.closed(rig.heardRequest(), text);

        assertInstanceOf(Terminal.Refused.class, end.join());
        assertEquals(paused, rig.pace.pauses().left(Pauses.Kind.INCOMPLETE).isPresent());
    }

    @Test
    void anUnknownNoticeTaintsThePendingEndOfStoredEvents() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        rig.notice("the moon is full");
        rig.eose(id);

        assertEquals(new Terminal.Eose(Hint.NONE, true), page.await());
        assertEquals(Optional.empty(), rig.pace.pauses().blocked());
    }

    @Test
    void aWelcomeThatSpeaksOfMembersPausesNothing() throws InterruptedException {
        rig.notice("this is a private relay: please log in");
        rig.eose(new SubscriptionId("nobody"));
        rig.until(() -> rig.metrics.value(Counter.MESSAGES_UNKNOWN_ID) == 1);
        Request page = rig.page(SessionRig.NOTES);
        rig.eose(rig.heardRequest());

        assertEquals(new Terminal.Eose(Hint.NONE, false), page.await());
        assertEquals(Optional.empty(), rig.pace.pauses().blocked());
    }

    @Test
    void smallTalkTaintsNothing() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        rig.notice("CLOSE command for sub_id r0 - success");
        rig.eose(id);

        assertEquals(new Terminal.Eose(Hint.NONE, false), page.await());
    }

    @Test
    void anEmptyClosedInsteadOfEoseIsOneWhenAllIdsWereAsked() throws InterruptedException {
        Event note = SessionRig.note(1);
        Request byId = rig.page(SessionRig.NOTES.withIds(Set.of(note.id())));
        SubscriptionId id = rig.heardRequest();
        rig.delivers(id, note);
        rig.closed(id, "");
        Request other = rig.page(SessionRig.NOTES);
        rig.closed(rig.heardRequest(), "");

        assertInstanceOf(Terminal.Eose.class, byId.await());
        assertInstanceOf(Terminal.Refused.class, other.await());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Subscription not found", "", "error: blocked for ever"})
    void theAnswerToOurOwnCloseIsIgnored(String text) throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        rig.eose(id);
        page.await();
        page.close();
        rig.closed(id, text);
        rig.until(() -> rig.metrics.value(Counter.MESSAGES_RECEIVED) == 2);

        assertEquals(Optional.empty(), rig.pace.pauses().blocked());
        assertEquals(Optional.empty(), rig.session.awaitSignal(rig.time.nanos()));
    }

    @Test
    void aClosedWithoutAnIdIsTakenAsANotice() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        rig.heardRequest();
        rig.closed(new SubscriptionId(""), "blocked: not you");

        assertInstanceOf(Refusal.Policy.class, ((Terminal.Refused) page.await()).refusal());
    }

    @Test
    void aLiveRequestThatTheRelayEndsIsSignalled() throws InterruptedException {
        Request live = rig.live(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        rig.eose(id);
        live.await();
        rig.closed(id, "error: shutting down");

        Signal signal = rig.signal();
        assertEquals(live, ((Signal.LiveLost) signal).request());
    }

    @Test
    void aLimitNoticeAfterTheEndOfStoredEventsMeansThatItIsNotLive() throws InterruptedException {
        Request live = rig.live(SessionRig.NOTES);
        SubscriptionId id = rig.heardRequest();
        rig.eose(id);
        live.await();
        rig.notice("ERROR: too many concurrent REQs");

        assertInstanceOf(Signal.Shrunk.class, rig.signal());
        assertInstanceOf(Signal.LiveLost.class, rig.signal());
    }

    @Test
    void aSubscriptionLimitShrinksTheLedgerBelowWhatIsHeld() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            rig.page(SessionRig.NOTES);
            rig.heardRequest();
        }
        rig.notice("ERROR: too many concurrent REQs");

        rig.until(() -> rig.ledger.budget() == 2);
    }

    @Test
    void theEndOfTheConnectionTellsEverybodyAndClosesTheLedger() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        rig.peer.hangUp();

        assertInstanceOf(Terminal.Gone.class, page.await());
        assertInstanceOf(Turn.NotNow.class, rig.session.awaitTurn(SlotClass.HISTORIC_PAGE));
        assertInstanceOf(Signal.Ended.class, rig.signal());
        page.close();
        assertEquals(0, rig.held());
    }

    @Test
    void gaugesShowWhatTheSessionHoldsForAsLongAsItLives() throws InterruptedException {
        rig.page(SessionRig.NOTES);
        rig.heardRequest();
        rig.until(() -> rig.metrics.value(Gauge.CONNECTIONS) == 1);

        assertEquals(1, rig.metrics.value(Gauge.SLOTS_HISTORIC_PAGE));
        assertEquals(1, rig.metrics.value(Gauge.REQUESTS));
        rig.peer.hangUp();
        rig.until(() -> rig.metrics.value(Gauge.CONNECTIONS) == 0);
        assertEquals(0, rig.metrics.value(Gauge.REQUESTS));
    }

    @Test
    void nothingIsSentWhileAPauseRuns() throws InterruptedException {
        rig.pace.pauses().begin(Pauses.Kind.RATE);

        Turn turn = rig.session.awaitTurn(SlotClass.HISTORIC_PAGE);

        assertInstanceOf(Turn.NotNow.class, turn);
        assertEquals(Optional.empty(), rig.peer.poll());
    }

    @Test
    void aPauseThatBeginsWhileWaitingForTheTurnStopsTheSend() throws InterruptedException {
        var ready = (Turn.Ready) rig.session.awaitTurn(SlotClass.HISTORIC_PAGE);
        rig.pace.pauses().begin(Pauses.Kind.POLICY);

        assertInstanceOf(Start.Paused.class, rig.session.send(ready, List.of(SessionRig.NOTES)));
        assertEquals(0, rig.held());
    }

    @Test
    void idsAreFreshShortAndPlain() throws InterruptedException {
        rig.page(SessionRig.NOTES);
        rig.page(SessionRig.NOTES);
        String first = rig.heardRequest().value();
        String second = rig.heardRequest().value();

        assertTrue(first.matches("[a-z0-9]{1,64}") && second.matches("[a-z0-9]{1,64}"));
        assertFalse(first.equals(second));
    }

    @Test
    void anInterruptedWaiterStillHasARequestToClose() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        rig.heardRequest();
        Fork<Boolean> waiter = rig.scope.fork("waiter", () -> {
            try {
                page.await();
                return false;
            } catch (InterruptedException e) {
                page.close();
                return true;
            }
        });
        rig.time.awaitSleepers(1);
        waiter.cancel();

        assertTrue(waiter.join());
        assertInstanceOf(ClientMessage.Close.class, rig.heard());
    }
}
