package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Gauge;
import dev.sluice.negentropy.Frame;
import dev.sluice.negentropy.ItemSet;
import dev.sluice.negentropy.Reconciler;
import dev.sluice.negentropy.Step;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.relay.Access.Admitted;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nobody learns of what is not for him, whatever he asks with. */
@Timeout(30)
final class AccessTest {

    private static final int DIRECT = 4;
    private static final String EMPTY = "6100000200";

    private final KeyPair alice = TestEvents.keyPair(1);
    private final KeyPair bob = TestEvents.keyPair(2);
    private final KeyPair carol = TestEvents.keyPair(3);

    private final Access restricted =
            new Access(new Admitted.Everybody(), Set.of(DIRECT, Kind.GIFT_WRAP), Set.of("relay.example"));
    private final Access members =
            new Access(new Admitted.Members(Set.of(alice.publicKey())), Set.of(), Set.of("relay.example"));

    private final TestRelay relay =
            new TestRelay(RelayLimits.DEFAULT.with(Limit.MAX_NEG_PRIVATE_ITEMS, 3), WritePolicy.OPEN, restricted);
    private final TestRelay closed = new TestRelay(RelayLimits.DEFAULT, WritePolicy.OPEN, members);

    private final Event note = alice.sign(TestEvents.EPOCH, Kind.NOTE, List.of(), "for all");
    private final Event direct = direct(alice, bob, 1);
    private final Event wrap = carol.sign(TestEvents.EPOCH + 2, Kind.GIFT_WRAP, List.of(to(bob)), "sealed");

    @AfterEach
    void close() {
        relay.close();
        closed.close();
    }

    @Test
    void whoSaysNothingOfHimselfSeesOnlyWhatIsForAll() throws InterruptedException {
        relay.hold(note, direct, wrap);
        TestClient anybody = relay.connect();
        assertSees(anybody, List.of(note), Filter.ALL);
        assertSees(anybody, List.of(), Filter.ALL.withIds(Set.of(direct.id(), wrap.id())));
        assertSees(
                anybody,
                List.of(),
                Filter.ALL.withTag('p', Set.of(bob.publicKey().hex())));
    }

    @Test
    void whoNamesARestrictedKindIsAskedWhoHeIs() throws InterruptedException {
        relay.hold(direct);
        TestClient anybody = relay.connect();
        String text = "auth-required: events of kind 4 are only for those they concern, authenticate first";
        anybody.say("[\"REQ\",\"a\",{\"kinds\":[1,4]}]");
        assertFalse(anybody.hearChallenge().isEmpty());
        assertEquals(text, anybody.hearClosed().text());
        anybody.say("[\"COUNT\",\"a\",{\"kinds\":[4]}]");
        assertEquals(text, anybody.hearClosed().text());
        anybody.say("[\"NEG-OPEN\",\"n\",{\"kinds\":[4]},\"" + EMPTY + "\"]");
        assertEquals(
                text,
                assertInstanceOf(RelayMessage.NegErr.class, anybody.hear()).text());
    }

    @Test
    void everybodySeesWhatHeWroteOrWhatIsForHim() throws InterruptedException {
        relay.hold(note, direct, wrap);
        assertSees(known(relay, alice), List.of(direct, note), Filter.ALL);
        assertSees(known(relay, bob), List.of(wrap, direct, note), Filter.ALL);
        assertSees(known(relay, bob), List.of(direct), Filter.ALL.withKinds(Set.of(DIRECT)));
        assertSees(known(relay, carol), List.of(wrap, note), Filter.ALL);
        assertSees(known(relay, alice, carol), List.of(wrap, direct, note), Filter.ALL);
    }

    @Test
    void whoAsksForWhatIsOthersAloneIsRefused() throws InterruptedException {
        TestClient client = known(relay, carol);
        client.req(
                "a",
                Filter.ALL
                        .withKinds(Set.of(DIRECT))
                        .withAuthors(Set.of(alice.publicKey()))
                        .withTag('p', Set.of(bob.publicKey().hex())));
        assertEquals(
                "restricted: events of kind 4 are only for those they concern",
                client.hearClosed().text());
    }

    @Test
    void aSetThatOneClientSeesIsNotWhatAnotherReconcilesWith() throws InterruptedException {
        relay.hold(note, direct, wrap);
        TestClient bobs = known(relay, bob);
        assertEquals(3, reconciled(bobs, "{}"));
        assertEquals(1, reconciled(relay.connect(), "{}"));
        assertEquals(3, relay.metrics.value(Gauge.SERVED_NEG_PRIVATE_ITEMS));
        assertEquals(2, reconciled(known(relay, carol), "{}"));
        bobs.leave();
        assertEquals(2, relay.metrics.value(Gauge.SERVED_NEG_PRIVATE_ITEMS));
        // what comes later is hidden too
        relay.hold(direct(alice, bob, 3));
        assertEquals(1, reconciled(relay.connect(), "{}"));
    }

    @Test
    void itemsThatAreNotSharedAreBounded() throws InterruptedException {
        relay.hold(note, direct, wrap);
        TestClient bobs = known(relay, bob);
        assertEquals(3, reconciled(bobs, "{}"));
        bobs.say("[\"NEG-OPEN\",\"m\",{\"kinds\":[4]},\"" + EMPTY + "\"]");
        RelayMessage.NegErr error = assertInstanceOf(RelayMessage.NegErr.class, bobs.hear());
        assertEquals("rate-limited: too many negentropy items, no more than 3", error.text());
        bobs.say("[\"NEG-CLOSE\",\"n\"]");
        assertEquals(0, relay.metrics.value(Gauge.SERVED_NEG_PRIVATE_ITEMS));
        assertEquals(1, reconciled(bobs, "{\"kinds\":[4]}"));
    }

    @Test
    void liveEventsGoOnlyToThoseTheyConcern() throws InterruptedException {
        TestClient anybody = relay.connect();
        TestClient bobs = known(relay, bob);
        for (TestClient client : List.of(anybody, bobs)) {
            client.req("a", Filter.ALL);
            client.hearEose("a");
        }
        TestClient writer = relay.connect();
        writer.publish(direct);
        assertTrue(writer.hearOk().accepted());
        writer.publish(note);
        assertTrue(writer.hearOk().accepted());
        assertEquals(note, anybody.hearEvent("a"));
        assertEquals(direct, bobs.hearEvent("a"));
        assertEquals(note, bobs.hearEvent("a"));
    }

    @Test
    void whatIsHiddenFromAClientDoesNotWaitForIt() throws InterruptedException {
        RelayLimits few = RelayLimits.DEFAULT.with(Limit.MAX_OUTBOUND_EVENTS, 10);
        try (TestRelay at = new TestRelay(few, WritePolicy.OPEN, restricted)) {
            TestClient slow = at.connect();
            slow.req("a", Filter.ALL);
            slow.hearEose("a");
            slow.stopReading();
            TestClient writer = at.connect();
            writer.publish(note);
            assertTrue(writer.hearOk().accepted());
            slow.awaitStuck();
            for (int i = 0; i < 30; i++) {
                writer.publish(direct(alice, bob, i));
                assertTrue(writer.hearOk().accepted());
            }
            Event last = bob.sign(TestEvents.EPOCH, Kind.NOTE, List.of(), "for all as well");
            writer.publish(last);
            assertTrue(writer.hearOk().accepted());
            slow.readOn();
            assertEquals(note, slow.hearEvent("a"));
            assertEquals(last, slow.hearEvent("a"));
        }
    }

    @Test
    void aPrivateRelaySaysNothingToStrangers() throws InterruptedException {
        closed.hold(note);
        TestClient stranger = closed.connect();
        stranger.req("a", Filter.ALL);
        assertFalse(stranger.hearChallenge().isEmpty());
        assertTrue(stranger.hearClosed().text().startsWith("auth-required: "));
        stranger.say("[\"COUNT\",\"a\",{}]");
        assertTrue(stranger.hearClosed().text().startsWith("auth-required: "));
        stranger.say("[\"NEG-OPEN\",\"n\",{},\"" + EMPTY + "\"]");
        assertTrue(assertInstanceOf(RelayMessage.NegErr.class, stranger.hear())
                .text()
                .startsWith("auth-required: "));
        stranger.publish(note);
        assertTrue(stranger.hearOk().text().startsWith("auth-required: "));
        assertEquals(0, stranger.unheard());
    }

    @Test
    void aPrivateRelayServesItsMembersAndNobodyElseWhoSaysWhoHeIs() throws InterruptedException {
        closed.hold(note);
        TestClient member = known(closed, alice);
        assertSees(member, List.of(note), Filter.ALL);
        TestClient other = known(closed, bob);
        other.req("a", Filter.ALL);
        assertEquals(
                "restricted: this relay serves only its members",
                other.hearClosed().text());
        other.publish(direct);
        assertTrue(other.hearOk().text().startsWith("restricted: "));
    }

    @Test
    void theDocumentSaysWhoIsServed() {
        assertFalse(relay.core.information().limitation().authRequired());
        assertFalse(relay.core.information().limitation().restrictedWrites());
        assertTrue(relay.core.information().supportedNips().containsAll(Set.of(42, 70)));
        assertTrue(closed.core.information().limitation().authRequired());
        assertTrue(closed.core.information().limitation().restrictedWrites());
    }

    @Test
    void whoeverAuthenticatesMayBeServed() throws InterruptedException {
        Access known = new Access(new Admitted.Authenticated(), Set.of(DIRECT), Set.of("relay.example"));
        try (TestRelay at = new TestRelay(RelayLimits.DEFAULT, WritePolicy.OPEN, known)) {
            at.hold(note, direct);
            TestClient stranger = at.connect();
            stranger.req("a", Filter.ALL);
            assertFalse(stranger.hearChallenge().isEmpty());
            assertEquals(
                    "auth-required: this relay serves only who says who he is, authenticate first",
                    stranger.hearClosed().text());
            stranger.publish(note);
            assertTrue(stranger.hearOk().text().startsWith("auth-required: "));
            assertSees(known(at, carol), List.of(note), Filter.ALL);
            assertSees(known(at, bob), List.of(direct, note), Filter.ALL);
            assertTrue(at.core.information().limitation().authRequired());
            assertTrue(at.core.information().limitation().restrictedWrites());
        }
    }

    @Test
    void aListOfWritersIsAWritePolicy() {
        WritePolicy listed = WritePolicy.by(Set.of(alice.publicKey()));
        assertTrue(listed.takes(note));
        assertFalse(listed.takes(wrap));
        assertTrue(listed.restricts());
    }

    /** By REQ, COUNT and reconciliation alike. */
    private static void assertSees(TestClient client, List<Event> events, Filter filter) throws InterruptedException {
        client.req("s", filter);
        assertEquals(events, client.hearStored("s").events());
        String json = Codec.encode(filter);
        client.say("[\"COUNT\",\"c\"," + json + "]");
        assertEquals(
                events.size(),
                assertInstanceOf(RelayMessage.Counted.class, client.hear()).count());
        assertEquals(events.size(), reconciled(client, json));
        client.say("[\"NEG-CLOSE\",\"n\"]");
    }

    /** How many ids a client without any learns; the session stays open. */
    private static int reconciled(TestClient client, String filter) throws InterruptedException {
        Reconciler reconciler = Reconciler.initiator(ItemSet.builder(0).build(), 60_000);
        client.say(
                "[\"NEG-OPEN\",\"n\"," + filter + ",\"" + reconciler.initiate().hex() + "\"]");
        RelayMessage.NegMsg answer = assertInstanceOf(RelayMessage.NegMsg.class, client.hear());
        Step step = reconciler.step(Frame.parse(answer.payload()).orElseThrow());
        return assertInstanceOf(Step.Done.class, step).found().onlyThere().size();
    }

    private TestClient known(TestRelay at, KeyPair... keys) throws InterruptedException {
        TestClient client = at.connect();
        client.say("[\"REQ\",\"a\",{\"kinds\":[4]}]");
        String challenge = client.hearChallenge();
        client.hearClosed();
        for (KeyPair key : keys) {
            client.authenticate(challenge, key, at.clock.seconds());
            assertTrue(client.hearOk().accepted());
        }
        return client;
    }

    private static Event direct(KeyPair from, KeyPair to, int seconds) {
        return from.sign(TestEvents.EPOCH + seconds, DIRECT, List.of(to(to)), "secret " + seconds);
    }

    private static List<String> to(KeyPair key) {
        return List.of("p", key.publicKey().hex());
    }
}
