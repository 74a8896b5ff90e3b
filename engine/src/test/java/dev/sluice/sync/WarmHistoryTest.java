package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.relay.Limit;
import dev.sluice.relay.RelayLimits;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mirrors that know something already, against our own relay and against relays that do negentropy badly or not at all. */
class WarmHistoryTest {

    private static final List<Event> NOTES = Rig.notes(Rig.T0, 1_300);

    private final Rig rig = new Rig();
    private ServedRelay relay = new ServedRelay(rig.time);

    @AfterEach
    void close() {
        rig.close();
        relay.close();
    }

    @BeforeEach
    void watch() {
        rig.watch(() -> relay);
    }

    private void holdHere(List<Event> events) {
        try {
            rig.archive.submit(new Write.Events(events, Guard.OPEN, false)).join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void mirrors() throws InterruptedException {
        List<WalkReport> reports = rig.run(Rig.once(true, Filter.ALL), relay);
        assertEquals(
                List.of(WalkEnd.DRAINED), reports.stream().map(WalkReport::end).toList());
    }

    private void assertComplete() throws InterruptedException {
        Coverage coverage = rig.coverage(Filter.ALL);
        assertEquals(0, coverage.complete().orElseThrow().from());
        assertTrue(coverage.walk().isEmpty());
    }

    private void limited(RelayLimits limits) {
        relay.close();
        relay = new ServedRelay(rig.time, limits);
    }

    private int opens() {
        return relay.heard(ClientMessage.NegOpen.class).size();
    }

    @Test
    void aColdStartPages() throws InterruptedException {
        relay.hold(NOTES);

        mirrors();

        assertEquals(0, opens());
        rig.assertHolds(NOTES);
    }

    @Test
    void aWarmStartAsksOnlyForWhatIsMissing() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        holdHere(NOTES.subList(1_000, 1_300));

        mirrors();

        assertEquals(1, opens());
        assertEquals(
                300,
                relay.pages().stream().mapToInt(filter -> filter.ids().size()).sum());
        rig.assertHolds(NOTES);
        assertComplete();
    }

    @Test
    void aSecondMirrorTakesOneRoundAndFetchesNothing() throws InterruptedException {
        relay.hold(NOTES);
        mirrors();
        int before = relay.pages().size();

        mirrors();

        assertEquals(before, relay.pages().size());
        assertEquals(1, opens());
        assertTrue(relay.heard(ClientMessage.NegMsg.class).isEmpty());
    }

    @Test
    void whatIsRefusedIsFetchedOnceAndThenCountsAsHeld() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 1_290));
        Event gone = NOTES.get(1_295);
        holdHere(List.of(TestEvents.signed(
                TestEvents.keyPair(1),
                Rig.T0 + 5_000,
                Kind.DELETION,
                List.of(List.of("e", gone.id().hex())),
                "")));
        mirrors();
        int before = relay.pages().size();
        assertTrue(rig.archive.event(gone.id()).isEmpty());

        mirrors();

        assertEquals(before, relay.pages().size());
        assertTrue(rig.archive.event(gone.id()).isEmpty());
    }

    @Test
    void aRoundThatIsTooBigIsCutByTheStatedCapAndTheLastWindowStaysOpen() throws InterruptedException {
        limited(RelayLimits.DEFAULT.with(Limit.MAX_NEG_ITEMS, 500));
        Event ahead = Rig.note(rig.time.seconds() + 600, "dated ahead");
        relay.hold(NOTES).hold(List.of(ahead));
        holdHere(NOTES.subList(0, 1_200));

        mirrors();

        List<Filter> windows = relay.heard(ClientMessage.NegOpen.class).stream()
                .map(ClientMessage.NegOpen::filter)
                .toList();
        assertTrue(windows.size() <= 8, windows.size() + " windows");
        assertEquals(OptionalLong.empty(), windows.get(windows.size() - 1).until());
        rig.assertHolds(NOTES);
        rig.assertHolds(List.of(ahead));
        assertComplete();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ERROR: bad msg: negentropy disabled",
                "ERROR: bad msg: unknown cmd",
                "could not parse command",
                "failed to parse envelope: unknown envelope label",
                "unknown message type NEG-OPEN",
                "Unsupported message",
                "Command unrecognized",
                "error: unrecognized command: NEG-OPEN",
                "Invalid message."
            })
    void aRelayThatKnowsNoNegentropyIsPagedAndNotAskedAgain(String notice) throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.NegOpen) {
                ServedRelay.send(peer, new RelayMessage.Notice(notice));
                return true;
            }
            return false;
        };

        mirrors();
        mirrors();

        rig.assertHolds(NOTES);
        assertEquals(1, opens());
        assertEquals("missing", rig.remembered(RelayMemory.NEGENTROPY).orElse(""));
    }

    @Test
    void aRelayThatDoesNotAnswerIsPagedAfterTenSeconds() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        relay.answers = (peer, message) -> message instanceof ClientMessage.NegOpen;
        long before = rig.time.nanos();

        mirrors();

        assertTrue(rig.time.nanos() - before < 60_000_000_000L);
        assertEquals(1, relay.heard(ClientMessage.NegClose.class).size());
        rig.assertHolds(NOTES);
    }

    @Test
    void aRelayThatHangsUpOnNegentropyIsDialledAgainAndPaged() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.NegOpen) {
                peer.hangUp();
                return true;
            }
            return false;
        };

        mirrors();

        assertEquals(1, opens());
        rig.assertHolds(NOTES);
    }

    @Test
    void aSessionThatFallsSilentIsClosedAndItsSlotIsFree() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        relay.answers = (peer, message) -> message instanceof ClientMessage.NegMsg
                && relay.heard(ClientMessage.NegMsg.class).size() == 1;

        mirrors();

        assertTrue(relay.heard(ClientMessage.NegClose.class).size() >= 2);
        rig.assertHolds(NOTES);
        assertComplete();
    }

    @Test
    void aSessionThatTheRelayHasForgottenIsOpenedOnceMore() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.NegMsg msg
                    && relay.heard(ClientMessage.NegMsg.class).size() == 1) {
                ServedRelay.send(
                        peer,
                        new RelayMessage.NegErr(msg.id(), "closed: unknown subscription handle", OptionalLong.empty()));
                return true;
            }
            return false;
        };

        mirrors();

        assertEquals(2, opens());
        rig.assertHolds(NOTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rate-limited: too many negentropy subscriptions", "error: reconciliation failed"})
    void noOtherRefusalMakesWindows(String text) throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.NegOpen open) {
                ServedRelay.send(peer, new RelayMessage.NegErr(open.id(), text, OptionalLong.empty()));
                return true;
            }
            return false;
        };

        mirrors();

        assertEquals(1, opens());
        rig.assertHolds(NOTES);
    }

    @Test
    void aRelayThatFindsEverythingTooBigIsPagedAfterABoundedNumberOfWindows() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.NegOpen open) {
                ServedRelay.send(
                        peer,
                        new RelayMessage.NegErr(open.id(), "blocked: too many query results", OptionalLong.empty()));
                return true;
            }
            return false;
        };

        mirrors();

        assertTrue(opens() <= NegentropyHistory.MOST_WINDOWS, opens() + " sessions");
        rig.assertHolds(NOTES);
    }

    @Test
    void aRelayWhoseFramesAreNoFramesIsPaged() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.NegOpen open) {
                ServedRelay.send(peer, new RelayMessage.NegMsg(open.id(), "61zz"));
                return true;
            }
            return false;
        };

        mirrors();

        assertEquals(1, opens());
        rig.assertHolds(NOTES);
    }

    @Test
    void idsThatTheRelayListsAndDoesNotSendAreAskedForABoundedNumberOfTimesAndThenPaged() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 700));
        Event withheld = NOTES.get(900);
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.Req req
                    && req.filters().get(0).ids() != null
                    && req.filters().get(0).ids().contains(withheld.id())) {
                for (Event event : NOTES) {
                    if (!event.equals(withheld) && req.filters().get(0).matches(event)) {
                        ServedRelay.send(peer, new RelayMessage.Delivery(req.id(), event));
                    }
                }
                ServedRelay.send(peer, new RelayMessage.Eose(req.id(), RelayMessage.Hint.NONE));
                return true;
            }
            return false;
        };

        mirrors();

        long asked = relay.pages().stream()
                .filter(filter -> filter.ids() != null && filter.ids().contains(withheld.id()))
                .count();
        assertEquals(1 + Recovery.FRUITLESS, asked);
        rig.assertHolds(NOTES);
    }

    @Test
    void aBatchOfIdsThatIsBrokenOffConfirmsNothingAndIsAskedForAgain() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 150));
        Set<EventId> refused = ConcurrentHashMap.newKeySet();
        List<Boolean> confirmed = new CopyOnWriteArrayList<>();
        relay.answers = (peer, message) -> {
            if (!(message instanceof ClientMessage.Req req)
                    || req.filters().get(0).ids() == null) {
                return false;
            }
            confirmed.add(rig.coverage(Filter.ALL).complete().isPresent());
            if (refused.isEmpty()) {
                refused.addAll(req.filters().get(0).ids());
                ServedRelay.send(peer, new RelayMessage.Closed(req.id(), "error: could not read"));
                return true;
            }
            return false;
        };

        mirrors();

        assertTrue(confirmed.stream().noneMatch(complete -> complete));
        assertEquals(2, opens());
        rig.assertHolds(NOTES);
        assertComplete();
    }
}
