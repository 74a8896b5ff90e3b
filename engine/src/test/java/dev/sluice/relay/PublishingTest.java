package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class PublishingTest {

    private final TestRelay relay = new TestRelay(RelayLimits.DEFAULT, WritePolicy.OPEN);
    private final TestClient client = relay.connect();

    @AfterEach
    void close() {
        relay.close();
    }

    @Test
    void aStoredEventIsAnsweredWhenItIsDurable() throws InterruptedException {
        Event note = note("a");
        relay.archive.holdAnswers();
        client.publish(note);
        relay.archive.awaitGeneration(1);
        assertEquals(0, client.unheard());
        relay.archive.release();
        assertEquals(new RelayMessage.Ok(note.id().hex(), true, ""), client.hearOk());
        assertEquals(Optional.of(note), relay.archive.event(note.id()));
    }

    @Test
    void aSecondCopyIsADuplicate() throws InterruptedException {
        assertEquals("", answer(note("a")).text());
        RelayMessage.Ok again = answer(note("a"));
        assertTrue(again.accepted());
        assertTrue(again.text().startsWith("duplicate: "));
    }

    @Test
    void aWrongIdOrSignatureIsInvalidAndDoesNoHarm() throws InterruptedException {
        Event note = note("a");
        String json = Codec.encode(note);
        assertRefused("invalid: ", answer(json.replace("\"content\":\"a\"", "\"content\":\"b\"")));
        String sig = note.sig().hex();
        String wrong = (sig.charAt(0) == '0' ? '1' : '0') + sig.substring(1);
        assertRefused("invalid: ", answer(json.replace(sig, wrong)));
        assertTrue(answer(note).accepted());
    }

    @Test
    void numbersThatAreNotPlainAreInvalidAndTheConnectionLives() throws InterruptedException {
        String json = Codec.encode(note("a"));
        String moment = "\"created_at\":" + TestEvents.EPOCH;
        for (String number : List.of("1.7e9", "1700000000.0", "-0", "-1", "\"1700000000\"", "-9223372036854775808")) {
            assertRefused("invalid: ", answer(json.replace(moment, "\"created_at\":" + number)));
        }
        assertRefused("invalid: ", answer(json.replace("\"kind\":1", "\"kind\":65536")));
        assertTrue(answer(note("a")).accepted());
    }

    @Test
    void theFutureBoundIsExact() throws InterruptedException {
        long now = relay.clock.seconds();
        assertTrue(answer(TestEvents.note(now + 900, "x")).accepted());
        assertRefused("invalid: created_at", answer(TestEvents.note(now + 901, "x")));
        assertTrue(answer(TestEvents.note(0, "the past is free")).accepted());
    }

    @Test
    void protectedEventsAndClientAuthenticationAreRefused() throws InterruptedException {
        assertRefused("blocked: only its author", answer(signed(1, 5, List.of(List.of("-")))));
        assertRefused("blocked: ", answer(signed(Kind.CLIENT_AUTH, 5, List.of())));
    }

    @Test
    void anEventIsServedUntilItExpires() throws InterruptedException {
        Event brief = signed(1, 5, List.of(List.of("expiration", "" + (relay.clock.seconds() + 5))));
        assertTrue(answer(brief).accepted());
        relay.clock.advance(Duration.ofSeconds(4));
        assertEquals(Optional.of(brief), relay.archive.event(brief.id()));
        relay.clock.advance(Duration.ofSeconds(1));
        client.req("a", Filter.ALL);
        assertEquals(List.of(), client.hearStored("a").events());
        assertRefused("invalid: ", answer(brief));
    }

    @Test
    void deletedEventsDoNotComeBack() throws InterruptedException {
        Event note = note("a");
        answer(note);
        answer(signed(
                Kind.DELETION,
                TestEvents.EPOCH + 1,
                List.of(List.of("e", note.id().hex()))));
        assertRefused("blocked: ", answer(note));
    }

    @Test
    void anOlderVersionIsRefused() throws InterruptedException {
        assertTrue(answer(signed(0, 20, List.of())).accepted());
        assertRefused("blocked: ", answer(signed(0, 10, List.of())));
    }

    @Test
    void whoHasVanishedStaysAway() throws InterruptedException {
        answer(signed(Kind.VANISH, TestEvents.EPOCH + 1, List.of(List.of("relay", "ALL_RELAYS"))));
        assertRefused("blocked: ", answer(note("a")));
        assertTrue(answer(TestEvents.note(TestEvents.EPOCH + 2, "back again")).accepted());
    }

    @Test
    void manyEventsMayBePublishedWithoutWaitingAndAreAnsweredInOrder() throws InterruptedException {
        List<Event> notes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            notes.add(note("note " + i));
        }
        for (Event note : notes) {
            client.publish(note);
        }
        for (Event note : notes) {
            assertEquals(new RelayMessage.Ok(note.id().hex(), true, ""), client.hearOk());
        }
    }

    @Test
    void aLargeContactListIsTaken() throws InterruptedException {
        List<List<String>> contacts = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            contacts.add(List.of("p", TestEvents.unsignedAuthor(i).hex()));
        }
        assertTrue(answer(signed(3, 5, contacts)).accepted());
    }

    @Test
    void aMessageAboveTheLimitIsRefusedByName() throws InterruptedException {
        Event largest = note("é".repeat(400_000));
        assertTrue(answer(largest).accepted());
        Event tooLarge = note("é".repeat(530_000));
        RelayMessage.Ok answer = answer(tooLarge);
        assertRefused("invalid: message exceeds max length 1048576 bytes", answer);
        assertEquals(tooLarge.id().hex(), answer.eventId());
    }

    @Test
    void aBrokenArchiveIsAnError() throws InterruptedException {
        relay.archive.breakDown();
        assertRefused("error: ", answer(note("a")));
    }

    @Test
    void aRelayForSomeEventsRefusesOthers() throws InterruptedException {
        WritePolicy notes = WritePolicy.only(() -> List.of(Filter.ALL.withKinds(Set.of(1))));
        try (TestRelay strict = new TestRelay(RelayLimits.DEFAULT, notes)) {
            TestClient stranger = strict.connect();
            stranger.publish(note("a"));
            assertTrue(stranger.hearOk().accepted());
            stranger.publish(signed(7, 5, List.of()));
            assertRefused("blocked: ", stranger.hearOk());
        }
    }

    @Test
    void whatIsNoEventAtAllIsANotice() throws InterruptedException {
        client.say("[\"EVENT\",{\"id\":5}]");
        assertTrue(client.hear() instanceof RelayMessage.Notice);
        client.say("[\"EVENT\",[]]");
        assertTrue(client.hear() instanceof RelayMessage.Notice);
    }

    private RelayMessage.Ok answer(Event event) throws InterruptedException {
        client.publish(event);
        return client.hearOk();
    }

    private RelayMessage.Ok answer(String eventJson) throws InterruptedException {
        client.say("[\"EVENT\"," + eventJson + "]");
        return client.hearOk();
    }

    private static void assertRefused(String prefix, RelayMessage.Ok ok) {
        assertFalse(ok.accepted());
        assertTrue(ok.text().startsWith(prefix), ok.text());
    }

    private static Event note(String content) {
        return TestEvents.note(TestEvents.EPOCH, content);
    }

    private static Event signed(int kind, long second, List<List<String>> tags) {
        return TestEvents.signed(TestEvents.keyPair(1), second, kind, tags, "");
    }
}
