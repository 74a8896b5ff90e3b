package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.intake.Lane;
import dev.sluice.intake.Receipt;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.relay.Access.Admitted;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is protected (NIP-70) comes from its author or not at all. */
@Timeout(30)
final class ProtectedEventTest {

    private static final List<List<String>> PROTECTED = List.of(List.of("-"));

    private final KeyPair alice = TestEvents.keyPair(1);
    private final KeyPair bob = TestEvents.keyPair(2);
    private final TestRelay relay = new TestRelay(
            RelayLimits.DEFAULT,
            WritePolicy.OPEN,
            new Access(new Admitted.Everybody(), Set.of(), Set.of("relay.example")));
    private final TestClient client = relay.connect();
    private final Event mine = alice.sign(TestEvents.EPOCH, Kind.NOTE, PROTECTED, "only by me");

    @AfterEach
    void close() {
        relay.close();
    }

    @Test
    void itsAuthorPublishesItOnceHeHasAuthenticated() throws InterruptedException {
        TestClient reader = relay.connect();
        reader.req("a", Filter.ALL);
        reader.hearEose("a");
        client.publish(mine);
        String challenge = client.hearChallenge();
        RelayMessage.Ok refused = client.hearOk();
        assertFalse(refused.accepted());
        assertEquals(
                "auth-required: only its author may publish this event (NIP-70), authenticate first", refused.text());
        authenticated(challenge, alice);
        client.publish(mine);
        assertEquals(new RelayMessage.Ok(mine.id().hex(), true, ""), client.hearOk());
        assertEquals(mine, reader.hearEvent("a"));
        client.req("b", Filter.ALL);
        assertEquals(List.of(mine), client.hearStored("b").events());
    }

    @Test
    void nobodyElseDoesWhoeverHeIs() throws InterruptedException {
        client.publish(mine);
        String challenge = client.hearChallenge();
        client.hearOk();
        authenticated(challenge, bob);
        client.publish(mine);
        RelayMessage.Ok refused = client.hearOk();
        assertFalse(refused.accepted());
        assertEquals("restricted: only its author may publish this event (NIP-70)", refused.text());
        authenticated(challenge, alice);
        client.publish(mine);
        assertTrue(client.hearOk().accepted());
    }

    @Test
    void aRelayThatIsMirroredIsNotItsAuthor() throws InterruptedException {
        client.publish(mine);
        authenticated(challengeOf(client), alice);
        try (Lane lane = relay.intake.lane("a relay")) {
            Receipt receipt = lane.receipt(List.of(Filter.ALL), false);
            lane.put(receipt, mine);
            receipt.finish();
            long deadline = Time.system().after(Duration.ofSeconds(20));
            assertEquals(
                    1,
                    receipt.await(Time.system(), deadline)
                            .orElseThrow()
                            .verdicts()
                            .allRefused());
        }
        client.publish(mine);
        assertEquals(new RelayMessage.Ok(mine.id().hex(), true, ""), client.hearOk());
    }

    @Test
    void aTagWithMoreThanTheSignProtectsNothing() throws InterruptedException {
        client.publish(alice.sign(TestEvents.EPOCH, Kind.NOTE, List.of(List.of("-", "x")), ""));
        assertTrue(client.hearOk().accepted());
    }

    @Test
    void itDoesNotSpreadInsideOfARepost() throws InterruptedException {
        Event open = alice.sign(TestEvents.EPOCH, Kind.NOTE, List.of(), "for all");
        for (int kind : List.of(6, 16)) {
            client.publish(bob.sign(TestEvents.EPOCH, kind, List.of(), Codec.encode(mine)));
            assertEquals(
                    "blocked: it repeats an event that only its author may publish (NIP-70)",
                    client.hearOk().text());
            client.publish(bob.sign(TestEvents.EPOCH, kind, List.of(), Codec.encode(open)));
            assertTrue(client.hearOk().accepted());
            client.publish(bob.sign(TestEvents.EPOCH, kind, List.of(), ""));
            assertTrue(client.hearOk().accepted());
        }
    }

    @Test
    void authenticationItselfIsNeverPublished() throws InterruptedException {
        client.publish(mine);
        authenticated(challengeOf(client), alice);
        client.publish(alice.sign(relay.clock.seconds(), Kind.CLIENT_AUTH, List.of(), ""));
        assertTrue(client.hearOk().text().startsWith("blocked: "));
    }

    private static String challengeOf(TestClient client) throws InterruptedException {
        String challenge = client.hearChallenge();
        client.hearOk();
        return challenge;
    }

    private void authenticated(String challenge, KeyPair key) throws InterruptedException {
        client.authenticate(challenge, key, relay.clock.seconds());
        assertTrue(client.hearOk().accepted());
    }
}
