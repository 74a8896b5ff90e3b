package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.relay.Access.Admitted;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a client proves who it is (NIP-42). */
@Timeout(30)
final class ReaderTest {

    private final KeyPair alice = TestEvents.keyPair(1);
    private final TestRelay relay = new TestRelay(
            RelayLimits.DEFAULT,
            WritePolicy.OPEN,
            new Access(new Admitted.Members(Set.of(alice.publicKey())), Set.of(), Set.of("relay.example")));

    @AfterEach
    void close() {
        relay.close();
    }

    @Test
    void onlyAFreshAnswerToTheOwnChallengeCounts() throws InterruptedException {
        TestClient client = relay.connect();
        client.req("a", Filter.ALL);
        String challenge = client.hearChallenge();
        client.hearClosed();
        long now = relay.clock.seconds();
        List<String> relayTag = List.of("relay", "wss://relay.example/");
        List<String> challengeTag = List.of("challenge", challenge);
        List<Event> wrong = List.of(
                alice.sign(now, Kind.NOTE, List.of(relayTag, challengeTag), ""),
                alice.sign(now - 601, Kind.CLIENT_AUTH, List.of(relayTag, challengeTag), ""),
                alice.sign(now + 601, Kind.CLIENT_AUTH, List.of(relayTag, challengeTag), ""),
                alice.sign(now, Kind.CLIENT_AUTH, List.of(relayTag, List.of("challenge", "other")), ""),
                alice.sign(now, Kind.CLIENT_AUTH, List.of(challengeTag), ""),
                alice.sign(now, Kind.CLIENT_AUTH, List.of(List.of("relay", "wss://evil.example"), challengeTag), ""),
                forged(alice.sign(now, Kind.CLIENT_AUTH, List.of(relayTag, challengeTag), "")));
        for (Event event : wrong) {
            client.say("[\"AUTH\"," + Codec.encode(event) + "]");
            RelayMessage.Ok ok = client.hearOk();
            assertFalse(ok.accepted());
            assertTrue(ok.text().startsWith("invalid: "), ok.text());
            client.req("a", Filter.ALL);
            assertTrue(client.hearClosed().text().startsWith("auth-required: "));
        }
        client.say("[\"AUTH\","
                + Codec.encode(alice.sign(now - 600, Kind.CLIENT_AUTH, List.of(relayTag, challengeTag), ""))
                + "]");
        assertTrue(client.hearOk().accepted());
        client.req("a", Filter.ALL);
        client.hearEose("a");
    }

    @Test
    void theKeysOfOneConnectionAreBounded() throws InterruptedException {
        TestClient client = relay.connect();
        client.req("a", Filter.ALL);
        String challenge = client.hearChallenge();
        client.hearClosed();
        for (int i = 1; i <= 17; i++) {
            client.authenticate(challenge, TestEvents.keyPair(i), relay.clock.seconds());
            assertEquals(i <= 16, client.hearOk().accepted());
        }
        client.authenticate(challenge, TestEvents.keyPair(1), relay.clock.seconds());
        assertTrue(client.hearOk().accepted());
    }

    @Test
    void aRelayWithoutANameCanNotAskWhoSomebodyIs() {
        assertThrows(
                IllegalArgumentException.class, () -> new Access(new Admitted.Authenticated(), Set.of(), Set.of()));
        assertThrows(IllegalArgumentException.class, () -> new Access(new Admitted.Everybody(), Set.of(4), Set.of()));
        assertFalse(Access.OPEN.asks());
    }

    private static Event forged(Event event) {
        List<List<String>> tags = new ArrayList<>(event.tags());
        tags.add(List.of("forged"));
        return new Event(
                event.id(), event.pubkey(), event.createdAt(), event.kind(), tags, event.content(), event.sig());
    }
}
