package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.SlotClass;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.nostr.Verification;
import dev.sluice.pace.Pauses;
import dev.sluice.task.Fork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Relays that want to know who asks (NIP-42), in the orders and spellings that are met. */
@Timeout(10)
class AuthenticationTest {
    private static final String REFUSAL = "auth-required: we only serve those we know";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SessionRig rig = new SessionRig(20, Optional.of(TestEvents.keyPair(7)));

    @AfterEach
    void close() {
        rig.close();
    }

    private void challenges(String challenge) throws InterruptedException {
        rig.says(new RelayMessage.Challenge(challenge));
    }

    private Event answer() throws InterruptedException {
        return assertInstanceOf(ClientMessage.Auth.class, rig.heard()).event();
    }

    private void answers(String id, boolean accepted, String text) throws InterruptedException {
        rig.says(new RelayMessage.Ok(id, accepted, text));
    }

    private void accepts(Event answer) throws InterruptedException {
        answers(answer.id().hex(), true, "");
    }

    /** Refuses a request after a challenge; the client answers. */
    private Event refuses(SubscriptionId id) throws InterruptedException {
        challenges("c1");
        rig.closed(id, REFUSAL);
        return answer();
    }

    private void assertRefused(String because, Fork<Terminal> end) throws InterruptedException {
        Terminal.Refused refused = assertInstanceOf(Terminal.Refused.class, end.join());
        assertEquals(new Refusal.AuthRequired(REFUSAL + "; our answer was not taken: " + because), refused.refusal());
        assertTrue(rig.session.wantsAuth());
        assertTrue(rig.pace.pauses().left(Pauses.Kind.POLICY).isPresent());
    }

    private void assertNothingMoreIsSent() {
        assertEquals(Optional.empty(), rig.peer.poll());
    }

    @Test
    void theAnswerNamesRelayAndChallengeAndIsSigned() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        rig.awaiting(page);

        Event answer = refuses(rig.heardRequest());

        assertEquals(Kind.CLIENT_AUTH, answer.kind());
        assertEquals(List.of("wss://relay.test"), answer.values("relay").toList());
        assertEquals(List.of("c1"), answer.values("challenge").toList());
        assertEquals(rig.time.seconds(), answer.createdAt());
        assertEquals(TestEvents.keyPair(7).publicKey(), answer.pubkey());
        assertEquals(Optional.empty(), Verification.check(answer));
    }

    @Test
    void aPageRefusedAfterAChallengeIsAskedAgainOnceUnderItsSlot() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        SubscriptionId first = rig.heardRequest();
        rig.delivers(first, SessionRig.note(1));
        Event answer = refuses(first);
        assertEquals(1, rig.held());

        accepts(answer);
        ClientMessage.Req again = assertInstanceOf(ClientMessage.Req.class, rig.heard());
        assertNotEquals(first, again.id());
        assertEquals(List.of(SessionRig.NOTES), again.filters());
        rig.delivers(again.id(), SessionRig.note(1));
        rig.delivers(again.id(), SessionRig.note(2));
        rig.eose(again.id());

        assertEquals(new Terminal.Eose(RelayMessage.Hint.NONE, false), end.join());
        assertEquals(2, page.arrivals().matched().size());
        assertTrue(page.receipt().await(rig.time, rig.time.after(PATIENCE)).isPresent());
        assertEquals(Optional.empty(), rig.pace.pauses().blocked());
        page.close();
        assertEquals(new ClientMessage.Close(again.id()), rig.heard());
        assertEquals(0, rig.held());
    }

    @Test
    void theChallengeMayComeAfterTheRefusal() throws InterruptedException {
        Fork<Terminal> end = rig.awaiting(rig.page(SessionRig.NOTES));
        rig.closed(rig.heardRequest(), REFUSAL);
        rig.time.awaitSleepers(1);
        rig.time.advance(Duration.ofSeconds(1));
        challenges("late");

        accepts(answer());
        rig.eose(rig.heardRequest());

        assertInstanceOf(Terminal.Eose.class, end.join());
    }

    @Test
    void aRefusalWithoutAChallengeStandsAfterTwoSeconds() throws InterruptedException {
        Fork<Terminal> end = rig.awaiting(rig.page(SessionRig.NOTES));
        rig.closed(rig.heardRequest(), REFUSAL);
        awaitSilence(Authentication.CHALLENGE_PATIENCE);

        assertRefused("no challenge came", end);
        assertNothingMoreIsSent();
    }

    /** The relay stays silent for so long. */
    private void awaitSilence(Duration span) throws InterruptedException {
        long end = rig.time.after(span);
        rig.until(() -> rig.time.nextWake().orElse(Long.MAX_VALUE) <= span.toNanos());
        rig.time.advance(Duration.ofNanos(end - rig.time.nanos()));
    }

    @Test
    void aWithheldAnswerComesOnceTheRelayKnowsUs() throws InterruptedException {
        Fork<Terminal> end = rig.awaiting(rig.page(SessionRig.NOTES));
        SubscriptionId first = rig.heardRequest();
        challenges("c1");
        rig.until(() -> rig.session.authentication().isAsked());
        awaitSilence(Request.WITHHELD);

        accepts(answer());
        assertEquals(new ClientMessage.Close(first), rig.heard());
        SubscriptionId again = rig.heardRequest();
        rig.eose(again);

        assertInstanceOf(Terminal.Eose.class, end.join());
    }

    @Test
    void aRequestThatIsOnlySlowTellsTheRelayNothing() throws InterruptedException {
        challenges("c1");
        Fork<Terminal> end = rig.awaiting(rig.page(SessionRig.NOTES));
        SubscriptionId id = rig.heardRequest();
        rig.delivers(id, SessionRig.note(1));
        rig.until(() -> rig.metrics.value(dev.sluice.metrics.Counter.EVENTS_RECEIVED) == 1);
        awaitSilence(Request.WITHHELD);
        rig.eose(id);

        assertInstanceOf(Terminal.Eose.class, end.join());
        assertNothingMoreIsSent();
    }

    @Test
    void aNoticeThatAsksWhoWeAreRefusesTheNewestRequest() throws InterruptedException {
        Fork<Terminal> end = rig.awaiting(rig.page(SessionRig.NOTES));
        SubscriptionId first = rig.heardRequest();
        challenges("c1");
        rig.notice(REFUSAL);

        accepts(answer());
        assertEquals(new ClientMessage.Close(first), rig.heard());
        rig.eose(rig.heardRequest());

        assertInstanceOf(Terminal.Eose.class, end.join());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "error: failed to authenticate",
                "invalid: wrong relay",
                "auth-required: who?",
                "restricted: not you",
                ""
            })
    void anAnswerThatIsNotTakenEndsTheWait(String text) throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        Event answer = refuses(rig.heardRequest());

        answers(answer.id().hex(), false, text);

        assertRefused(text, end);
        page.close();
        assertNothingMoreIsSent();
        assertEquals(0, rig.held());
    }

    @Test
    void aNoticeOfFailureEndsTheWait() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        refuses(rig.heardRequest());

        rig.notice("AUTH failed: challenge string mismatch");

        assertRefused("AUTH failed: challenge string mismatch", end);
    }

    @Test
    void theSameRefusalAgainEndsTheWait() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        SubscriptionId id = rig.heardRequest();
        refuses(id);

        rig.closed(id, REFUSAL);

        assertRefused(REFUSAL, end);
    }

    @Test
    void silenceEndsTheWaitAndALateAnswerStillCounts() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        Event answer = refuses(rig.heardRequest());
        awaitSilence(Authentication.ANSWER_PATIENCE);
        assertRefused("no OK came", end);

        accepts(answer);

        rig.until(() -> rig.session.authentication().standing(false).acceptances() == 1);
    }

    @Test
    void theEndOfTheConnectionEndsTheWait() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        refuses(rig.heardRequest());

        rig.peer.hangUp();

        assertInstanceOf(Terminal.Gone.class, end.join());
        assertFalse(rig.pace.pauses().left(Pauses.Kind.POLICY).isPresent());
        rig.until(() -> rig.held() == 0);
    }

    @Test
    void aSecondRefusalIsPolicy() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        accepts(refuses(rig.heardRequest()));

        rig.closed(rig.heardRequest(), "auth-required: pubkey not in whitelist");

        Terminal.Refused refused = assertInstanceOf(Terminal.Refused.class, end.join());
        assertInstanceOf(Refusal.Policy.class, refused.refusal());
        assertFalse(rig.session.wantsAuth());
        assertTrue(rig.pace.pauses().left(Pauses.Kind.POLICY).isPresent());
        assertNothingMoreIsSent();
    }

    @Test
    void aSecondChallengeDoesNotEarnARequestAThirdTry() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        accepts(refuses(rig.heardRequest()));
        SubscriptionId again = rig.heardRequest();

        challenges("c2");
        rig.closed(again, REFUSAL);

        assertInstanceOf(Terminal.Refused.class, end.join());
        assertNothingMoreIsSent();
    }

    @Test
    void oneAnswerServesAllWhoWereRefused() throws InterruptedException {
        Fork<Terminal> one = rig.awaiting(rig.page(SessionRig.NOTES));
        Fork<Terminal> two = rig.awaiting(rig.page(SessionRig.NOTES));
        SubscriptionId first = rig.heardRequest();
        SubscriptionId second = rig.heardRequest();
        challenges("c1");
        rig.closed(first, REFUSAL);
        challenges("c1");
        rig.closed(second, REFUSAL);

        accepts(answer());
        rig.eose(rig.heardRequest());
        rig.eose(rig.heardRequest());

        assertInstanceOf(Terminal.Eose.class, one.join());
        assertInstanceOf(Terminal.Eose.class, two.join());
        assertNothingMoreIsSent();
    }

    @Test
    void aChallengeThatWasReplacedMeanwhileIsNotTheLastWord() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        Event stale = refuses(rig.heardRequest());

        challenges("c2");
        answers(stale.id().hex(), false, "invalid: wrong challenge");
        Event fresh = answer();
        assertEquals(List.of("c2"), fresh.values("challenge").toList());
        accepts(fresh);
        rig.eose(rig.heardRequest());

        assertInstanceOf(Terminal.Eose.class, end.join());
    }

    @Test
    void aRelayThatNeverStopsAskingIsAnsweredSoOftenAndNoMore() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(page);
        Event last = refuses(rig.heardRequest());
        for (int i = 1; i < Authentication.MOST_SIGNATURES; i++) {
            challenges("again " + i);
            answers(last.id().hex(), false, "no");
            last = answer();
        }
        challenges("once too often");
        answers(last.id().hex(), false, "no");

        assertRefused("no", end);
        assertNothingMoreIsSent();
    }

    @Test
    void aChallengeTooLongOrBrokenIsNone() throws InterruptedException {
        challenges("c".repeat(Authentication.MOST_CHALLENGE_BYTES + 1));
        rig.peer.text("[\"AUTH\",\"\\ud83d\"]");
        Fork<Terminal> end = rig.awaiting(rig.page(SessionRig.NOTES));
        rig.closed(rig.heardRequest(), REFUSAL);
        awaitSilence(Authentication.CHALLENGE_PATIENCE);

        assertRefused("no challenge came", end);
        assertNothingMoreIsSent();
    }

    @Test
    void aLiveRequestIsOpenedAgain() throws InterruptedException {
        Request live = rig.live(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(live);
        accepts(refuses(rig.heardRequest()));
        SubscriptionId again = rig.heardRequest();
        rig.eose(again);
        assertInstanceOf(Terminal.Eose.class, end.join());

        rig.closed(again, "auth-required: not any more");

        Signal.LiveLost lost = assertInstanceOf(Signal.LiveLost.class, rig.signal());
        assertEquals(live, lost.request());
        assertInstanceOf(Refusal.Policy.class, lost.refusal());
    }

    @Test
    void whatWasOpenAndIsClosedUntilWeAreKnownIsReopenedAfterTheAnswer() throws InterruptedException {
        Request live = rig.live(SessionRig.NOTES);
        Fork<Terminal> end = rig.awaiting(live);
        SubscriptionId id = rig.heardRequest();
        rig.eose(id);
        assertInstanceOf(Terminal.Eose.class, end.join());
        challenges("c1");
        rig.closed(id, REFUSAL);
        assertInstanceOf(Signal.LiveLost.class, rig.signal());
        assertEquals(Optional.empty(), rig.pace.pauses().blocked());
        live.close();

        Fork<Request> reopened = rig.scope.fork("reopen", () -> rig.live(SessionRig.NOTES));
        accepts(answer());
        rig.eose(rig.heardRequest());

        assertInstanceOf(Terminal.Eose.class, reopened.join().await());
    }

    private Reconciliation opened() throws InterruptedException {
        Turn.Ready turn = (Turn.Ready) rig.session.awaitTurn(SlotClass.NEGENTROPY);
        return ((Opening.Opened) rig.session.reconcile(turn, Filter.ALL, "61")).session();
    }

    @Test
    void aRefusedReconciliationIsOpenedAgain() throws InterruptedException {
        Reconciliation session = opened();
        Fork<Reconciliation.Answer> answer = rig.scope.fork("await", () -> session.await(PATIENCE));
        SubscriptionId first = ((ClientMessage.NegOpen) rig.heard()).id();
        challenges("c1");
        rig.says(new RelayMessage.NegErr(first, REFUSAL, OptionalLong.empty()));

        accepts(answer());
        ClientMessage.NegOpen again = assertInstanceOf(ClientMessage.NegOpen.class, rig.heard());
        assertNotEquals(first, again.id());
        assertEquals("61", again.payload());
        rig.says(new RelayMessage.NegMsg(again.id(), "61"));

        assertEquals(new Reconciliation.Answer.Message("61"), answer.join());
        session.close();
        assertEquals(new ClientMessage.NegClose(again.id()), rig.heard());
        assertEquals(0, rig.held());
    }

    @Test
    void aSecondRefusalOfAReconciliationIsPolicy() throws InterruptedException {
        Reconciliation session = opened();
        Fork<Reconciliation.Answer> answer = rig.scope.fork("await", () -> session.await(PATIENCE));
        SubscriptionId first = ((ClientMessage.NegOpen) rig.heard()).id();
        challenges("c1");
        rig.closed(first, REFUSAL);
        accepts(answer());
        rig.closed(((ClientMessage.NegOpen) rig.heard()).id(), REFUSAL);

        Reconciliation.Answer.Refused refused = assertInstanceOf(Reconciliation.Answer.Refused.class, answer.join());
        assertInstanceOf(Refusal.Policy.class, refused.refusal());
        session.close();
        assertNothingMoreIsSent();
    }

    private Fork<Published.Answer> published(Event event) throws InterruptedException {
        Published published = rig.session.publish(event).orElseThrow();
        return rig.scope.fork("await", () -> published.await(rig.time.after(PATIENCE)));
    }

    @Test
    void aRefusedEventIsSentAgainOnce() throws InterruptedException {
        Event note = SessionRig.note(1);
        Fork<Published.Answer> answer = published(note);
        assertEquals(new ClientMessage.Publish(note), rig.heard());
        challenges("c1");
        answers(note.id().hex(), false, REFUSAL);

        accepts(answer());
        assertEquals(new ClientMessage.Publish(note), rig.heard());
        answers(note.id().hex(), true, "");

        assertEquals(new Published.Answer.Accepted(false), answer.join());
    }

    @Test
    void anEventRefusedTwiceIsNotWanted() throws InterruptedException {
        Event note = SessionRig.note(1);
        Fork<Published.Answer> answer = published(note);
        rig.heard();
        challenges("c1");
        answers(note.id().hex(), false, REFUSAL);
        accepts(answer());
        rig.heard();
        answers(note.id().hex(), false, REFUSAL);

        Published.Answer.Rejected rejected = assertInstanceOf(Published.Answer.Rejected.class, answer.join());
        assertInstanceOf(Refusal.Policy.class, rejected.refusal());
        assertEquals(Optional.empty(), rig.pace.pauses().blocked());
        assertNothingMoreIsSent();
    }

    @Test
    void anInterruptedWaitLeavesTheSlotToItsOwner() throws InterruptedException {
        Request page = rig.page(SessionRig.NOTES);
        Thread waiter = new Thread(() -> {
            try {
                page.await();
            } catch (InterruptedException e) {
                page.close();
            }
        });
        waiter.start();
        refuses(rig.heardRequest());
        waiter.interrupt();
        waiter.join();

        assertEquals(0, rig.held());
        assertNothingMoreIsSent();
    }

    @Test
    void withoutAKeyNothingIsAnswered() throws InterruptedException {
        try (SessionRig unknown = new SessionRig()) {
            Fork<Terminal> end = unknown.awaiting(unknown.page(SessionRig.NOTES));
            unknown.says(new RelayMessage.Challenge("c1"));
            unknown.closed(unknown.heardRequest(), REFUSAL);

            Terminal.Refused refused = assertInstanceOf(Terminal.Refused.class, end.join());
            assertInstanceOf(Refusal.AuthRequired.class, refused.refusal());
            assertTrue(unknown.session.wantsAuth());
            assertEquals(Optional.empty(), unknown.peer.poll());
        }
    }
}
