package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.negentropy.Difference;
import dev.sluice.negentropy.Frame;
import dev.sluice.negentropy.ItemSet;
import dev.sluice.negentropy.Reconciler;
import dev.sluice.negentropy.Step;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.RelayMessage.NegErr;
import dev.sluice.nostr.RelayMessage.NegMsg;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class ReconciliationTest {

    private static final RelayLimits LIMITS = RelayLimits.DEFAULT
            .with(Limit.MAX_NEG_SESSIONS, 2)
            .with(Limit.MAX_NEG_SESSIONS_IN_ALL, 3)
            .with(Limit.MAX_NEG_ITEMS, 4_000)
            .with(Limit.MAX_NEG_SHARED_ITEMS, 8_000)
            .with(Limit.NEG_FRAME_BYTES, 4_096);

    private static final String EMPTY = "6100000200";

    private final TestRelay relay = new TestRelay(LIMITS, WritePolicy.OPEN);
    private final TestClient client = relay.connect();

    @AfterEach
    void close() {
        relay.close();
    }

    @Test
    void aClientLearnsWhatItLacksInFramesWithinTheLimit() throws InterruptedException {
        List<Event> notes = TestEvents.unsignedNotes(3_000);
        relay.hold(notes);
        Set<EventId> held = ids(notes.subList(0, 2_500));
        Set<EventId> missing = reconcile("n", "{\"kinds\":[1]}", notes.subList(0, 2_500));
        assertEquals(500, missing.size());
        assertTrue(missing.stream().noneMatch(held::contains));
    }

    @Test
    void whatComesLaterIsSeenByTheNextSession() throws InterruptedException {
        relay.hold(TestEvents.unsignedNotes(10));
        assertEquals(10, reconcile("n", "{}", List.of()).size());
        relay.hold(TestEvents.unsignedNotes(12));
        assertEquals(12, reconcile("n", "{}", List.of()).size());
    }

    @Test
    void theCapIsNamedWhenThereIsTooMuch() throws InterruptedException {
        relay.hold(TestEvents.unsignedNotes(4_001));
        open("n", "{}", EMPTY);
        NegErr error = assertInstanceOf(NegErr.class, client.hear());
        assertEquals("blocked: too many query results, no more than 4000", error.text());
        assertEquals(OptionalLong.of(4_000), error.cap());
    }

    @Test
    void anIdOpenedAgainEndsItsFirstSession() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            open("n", "{}", EMPTY);
            assertInstanceOf(NegMsg.class, client.hear());
        }
    }

    @Test
    void sessionsAreBoundedAndComeBack() throws InterruptedException {
        open("a", "{}", EMPTY);
        open("b", "{}", EMPTY);
        open("c", "{}", EMPTY);
        assertInstanceOf(NegMsg.class, client.hear());
        assertInstanceOf(NegMsg.class, client.hear());
        assertEquals("rate-limited: too many negentropy subscriptions, no more than 2", error().text());
        client.say("[\"NEG-CLOSE\",\"a\"]");
        open("c", "{}", EMPTY);
        assertInstanceOf(NegMsg.class, client.hear());
    }

    @Test
    void anIdleSessionMakesRoom() throws InterruptedException {
        open("a", "{}", EMPTY);
        open("b", "{}", EMPTY);
        client.hear();
        client.hear();
        relay.clock.advance(Duration.ofSeconds(301));
        open("c", "{}", EMPTY);
        assertInstanceOf(NegMsg.class, client.hear());
        client.say("[\"NEG-MSG\",\"a\",\"" + EMPTY + "\"]");
        assertEquals("closed: unknown subscription handle", error().text());
    }

    @Test
    void aClientThatLeavesGivesItsPlacesBack() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            TestClient other = relay.connect();
            other.say("[\"NEG-OPEN\",\"n\",{},\"" + EMPTY + "\"]");
            assertInstanceOf(NegMsg.class, other.hear());
            other.leave();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"00", "6", "61ffffffffffffffffffffff00", "6100002100", "61000009", "6100000288ffffff7f", "zz"})
    void aMalformedFrameEndsItsSessionOnly(String frame) throws InterruptedException {
        open("n", "{}", EMPTY);
        assertInstanceOf(NegMsg.class, client.hear());
        client.say("[\"NEG-MSG\",\"n\",\"" + frame + "\"]");
        assertTrue(error().text().startsWith("invalid: "));
        client.say("[\"NEG-MSG\",\"n\",\"" + EMPTY + "\"]");
        assertEquals("closed: unknown subscription handle", error().text());
        open("n", "{}", EMPTY);
        assertInstanceOf(NegMsg.class, client.hear());
    }

    /** More often than there are places: one that leaked would be missed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "6",
                "zz",
                "00",
                "70",
                "6180",
                "6180808080808080808080800000",
                "6100210000",
                "61000009",
                "61000002888080808000",
                "610501ff0001010f00",
                "610000010102"
            })
    void aMalformedFirstFrameHoldsNoPlace(String frame) throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            open("n" + i, "{}", frame);
            assertTrue(error().text().startsWith("invalid: "));
        }
        open("n", "{}", EMPTY);
        assertInstanceOf(NegMsg.class, client.hear());
    }

    @ParameterizedTest
    @ValueSource(strings = {"60", "62", "62aabbccddeeff", "6f"})
    void anotherVersionIsAnsweredByOurs(String frame) throws InterruptedException {
        open("n", "{}", frame);
        assertEquals("61", assertInstanceOf(NegMsg.class, client.hear()).payload());
        client.say("[\"NEG-MSG\",\"n\",\"" + EMPTY + "\"]");
        assertEquals(EMPTY, assertInstanceOf(NegMsg.class, client.hear()).payload());
    }

    @Test
    void theFramesOfAFullAnswerFitTheTightestMessageCapInUse() throws InterruptedException {
        try (TestRelay wide = new TestRelay(RelayLimits.DEFAULT, WritePolicy.OPEN)) {
            wide.hold(TestEvents.unsignedNotes(5_000));
            TestClient other = wide.connect();
            String id = "i".repeat(SubscriptionId.MAX_LENGTH);
            other.say("[\"NEG-OPEN\",\"" + id + "\",{},\"" + EMPTY + "\"]");
            int length = Codec.encode(other.hear()).length();
            assertTrue(length > 110_000 && length <= 131_072, "a message of " + length);
        }
    }

    @Test
    void anArrayOfFiltersIsAnswered() throws InterruptedException {
        client.say("[\"NEG-OPEN\",\"n\",[{}],\"" + EMPTY + "\"]");
        assertInstanceOf(NegErr.class, client.hear());
    }

    private void open(String id, String filter, String payload) throws InterruptedException {
        client.say("[\"NEG-OPEN\",\"" + id + "\"," + filter + ",\"" + payload + "\"]");
    }

    private NegErr error() throws InterruptedException {
        return assertInstanceOf(NegErr.class, client.hear());
    }

    /** A whole round of a client that holds some events; what it lacks. */
    private Set<EventId> reconcile(String id, String filter, List<Event> held) throws InterruptedException {
        Reconciler reconciler = Reconciler.initiator(set(held), 0);
        Set<EventId> missing = new HashSet<>();
        open(id, filter, reconciler.initiate().hex());
        while (true) {
            NegMsg answer = assertInstanceOf(NegMsg.class, client.hear());
            assertTrue(answer.payload().length() <= 2 * 4_096);
            switch (reconciler.step(Frame.parse(answer.payload()).orElseThrow())) {
                case Step.Reply(Frame frame, Difference found) -> {
                    note(found, missing);
                    client.say("[\"NEG-MSG\",\"" + id + "\",\"" + frame.hex() + "\"]");
                }
                case Step.Done(Difference found) -> {
                    note(found, missing);
                    return missing;
                }
                case Step.Refused(String reason) -> throw new AssertionError(reason);
            }
        }
    }

    private static void note(Difference found, Set<EventId> missing) {
        for (int i = 0; i < found.onlyThere().size(); i++) {
            missing.add(new EventId(
                    found.onlyThere().word(i, 0),
                    found.onlyThere().word(i, 1),
                    found.onlyThere().word(i, 2),
                    found.onlyThere().word(i, 3)));
        }
    }

    private static ItemSet set(List<Event> events) {
        ItemSet.Builder builder = ItemSet.builder(events.size());
        for (Event event : events) {
            EventId id = event.id();
            builder.add(event.createdAt(), id.w0(), id.w1(), id.w2(), id.w3());
        }
        return builder.build();
    }

    private static Set<EventId> ids(List<Event> events) {
        return events.stream().map(Event::id).collect(Collectors.toSet());
    }
}
