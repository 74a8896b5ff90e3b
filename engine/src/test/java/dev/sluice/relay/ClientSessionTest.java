package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.nostr.Utf8;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ClientSessionTest {

    private static final RelayLimits LIMITS = RelayLimits.DEFAULT
            .with(Limit.MAX_SUBSCRIPTIONS, 3)
            .with(Limit.MAX_FILTERS, 4)
            .with(Limit.MAX_MESSAGE_LENGTH, 1 << 16)
            .with(Limit.MAX_UNANSWERED_EVENTS, 16)
            .with(Limit.MAX_OUTBOUND_EVENTS, 1_000)
            .with(Limit.MAX_OUTBOUND_BYTES, 1 << 20);

    private final TestRelay relay = new TestRelay(LIMITS, WritePolicy.OPEN);
    private final TestClient client = relay.connect();

    @AfterEach
    void close() {
        relay.close();
    }

    @Test
    void oneSubscriptionTooManyIsClosedWithTheNumber() throws InterruptedException {
        for (String id : List.of("a", "b", "c")) {
            client.req(id, Filter.ALL);
            client.hearEose(id);
        }
        client.req("d", Filter.ALL);
        RelayMessage.Closed closed = client.hearClosed();
        assertEquals("d", closed.id().value());
        assertTrue(closed.text().contains(" 3 "), closed.text());
        client.req("c", Filter.ALL);
        client.hearEose("c");
        client.say(new ClientMessage.Close(new SubscriptionId("a")));
        client.req("d", Filter.ALL);
        client.hearEose("d");
    }

    @Test
    void oneFilterTooManyIsClosedWithTheNumber() throws InterruptedException {
        client.req("a", Collections.nCopies(4, Filter.ALL).toArray(new Filter[0]));
        client.hearEose("a");
        client.req("b", Collections.nCopies(5, Filter.ALL).toArray(new Filter[0]));
        assertTrue(client.hearClosed().text().endsWith("REQ exceeds max filter count 4"));
        client.say("[\"COUNT\",\"c\",{},{},{},{},{}]");
        assertTrue(client.hearClosed().text().endsWith("REQ exceeds max filter count 4"));
    }

    @Test
    void aRefusedReplacementLeavesTheOldSubscription() throws InterruptedException {
        client.req("a", Filter.ALL);
        client.hearEose("a");
        client.req("a", Collections.nCopies(5, Filter.ALL).toArray(new Filter[0]));
        client.hearClosed();
        relay.connect().publish(TestEvents.note(5, "x"));
        assertEquals(TestEvents.note(5, "x"), client.hearEvent("a"));
    }

    @Test
    void subscriptionIdsHaveOneToSixtyFourCharacters() throws InterruptedException {
        String longest = "x".repeat(SubscriptionId.MAX_LENGTH);
        client.req(longest, Filter.ALL);
        client.hearEose(longest);
        client.req(longest + "x", Filter.ALL);
        assertTrue(client.hearClosed().text().startsWith("invalid: "));
        client.say("[\"REQ\",\"\",{}]");
        assertInstanceOf(RelayMessage.Notice.class, client.hear());
        client.say("[\"REQ\",7,{}]");
        assertInstanceOf(RelayMessage.Notice.class, client.hear());
    }

    @Test
    void malformedRequestsAreClosedByTheirId() throws InterruptedException {
        for (String filters :
                List.of("", ",[]", ",{\"ids\":[\"short\"]}", ",{\"kinds\":[\"1\"]}", ",{\"#e\":[\"x\"]}")) {
            client.say("[\"REQ\",\"a\"" + filters + "]");
            assertEquals("a", client.hearClosed().id().value());
        }
        client.say("[\"COUNT\",\"c\",[]]");
        assertEquals("c", client.hearClosed().id().value());
    }

    @Test
    void whatNobodyUnderstandsIsANotice() throws InterruptedException {
        for (String nonsense : List.of("", "x", "{}", "[]", "[5]", "[\"HELLO\",\"x\"]", "[\"REQ\"", "null")) {
            client.say(nonsense);
            assertInstanceOf(RelayMessage.Notice.class, client.hear(), nonsense);
        }
        client.req("a", Filter.ALL);
        client.hearEose("a");
    }

    @Test
    void prettyPrintedMessagesWithExtraElementsAreUnderstood() throws InterruptedException {
        client.say("\n [ \"REQ\" ,\n\t\"a\" , { \"kinds\" : [ 1 ] , \"kinds\":[1] } ]\n");
        client.hearEose("a");
        client.say("[\"CLOSE\",\"a\",\"extra\"]");
        assertEquals(0, client.unheard());
    }

    @Test
    void authenticationIsAnsweredAndChangesNothing() throws InterruptedException {
        client.say("[\"AUTH\"," + Codec.encode(TestEvents.note(5, "x")) + "]");
        RelayMessage.Ok ok = client.hearOk();
        assertFalse(ok.accepted());
        assertTrue(ok.text().startsWith("restricted: "));
    }

    @Test
    void aLongRequestIsClosedWithTheNumber() throws InterruptedException {
        client.req("a", Filter.ALL.withTag('t', Set.of("é".repeat(40_000))));
        assertEquals(
                "invalid: message exceeds max length 65536 bytes",
                client.hearClosed().text());
        client.req("b", Filter.ALL.withTag('t', Set.of("é".repeat(30_000))));
        client.hearEose("b");
    }

    @Test
    void theLengthOfAMessageIsCountedInBytes() {
        assertFalse(Utf8.longerThan("aé€🍕", 10));
        assertTrue(Utf8.longerThan("aé€🍕", 9));
        assertTrue(Utf8.longerThan("aaaa", 3));
        assertFalse(Utf8.longerThan("aaaa", 4));
    }

    @Test
    void theInformationDocumentSaysWhatIsEnforced() {
        RelayInformation information = relay.core.information();
        assertEquals("a name", information.name());
        assertEquals(OptionalInt.of(3), information.limitation().maxSubscriptions());
        assertEquals(OptionalInt.of(1 << 16), information.limitation().maxMessageLength());
        assertEquals(OptionalInt.of(5_000), information.limitation().maxLimit());
        assertEquals(OptionalInt.of(500), information.limitation().defaultLimit());
        assertEquals(OptionalInt.of(64), information.limitation().maxSubidLength());
        assertEquals(900, information.limitation().createdAtUpperLimit().orElseThrow());
        assertFalse(information.limitation().restrictedWrites());
        assertEquals(Set.of(1, 9, 11, 40, 45, 62, 67, 77), information.supportedNips());
        assertInstanceOf(Decoded.Message.class, RelayInformation.parse(information.encode()));
    }

    @Test
    void aSessionThatEndedSaysNothing() throws InterruptedException {
        client.req("a", Filter.ALL);
        client.hearEose("a");
        client.leave();
        relay.connect().publish(TestEvents.note(5, "x"));
        client.req("b", Filter.ALL);
        assertEquals(0, client.unheard());
    }
}
