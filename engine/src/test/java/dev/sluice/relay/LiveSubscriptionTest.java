package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.task.TaskScope;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class LiveSubscriptionTest {

    private static final RelayLimits LIMITS = RelayLimits.DEFAULT
            .with(Limit.MAX_SUBSCRIPTIONS, 3)
            .with(Limit.MAX_FILTERS, 4)
            .with(Limit.MAX_UNANSWERED_EVENTS, 16)
            .with(Limit.MAX_OUTBOUND_EVENTS, 20)
            .with(Limit.MAX_OUTBOUND_BYTES, 1 << 20);

    private final TestRelay relay = new TestRelay(LIMITS, WritePolicy.OPEN);
    private final TestClient client = relay.connect();
    private final TestClient publisher = relay.connect();

    @AfterEach
    void close() {
        relay.close();
    }

    @Test
    void acceptedEventsReachWhoAskedForThem() throws InterruptedException {
        client.req("ones", Filter.ALL.withKinds(Set.of(1)));
        client.hearEose("ones");
        client.req("sevens", Filter.ALL.withKinds(Set.of(7)));
        client.hearEose("sevens");
        Event note = note(1);
        publish(note);
        assertEquals(note, client.hearEvent("ones"));
        assertEquals(0, client.unheard());
    }

    @Test
    void theLimitDoesNotBoundLiveEvents() throws InterruptedException {
        client.req("a", Filter.ALL.withLimit(OptionalInt.of(1)));
        client.hearEose("a");
        for (int i = 0; i < 5; i++) {
            publish(note(i));
            assertEquals(note(i), client.hearEvent("a"));
        }
    }

    @Test
    void ephemeralEventsAreHeardAndNotStored() throws InterruptedException {
        client.req("a", Filter.ALL);
        client.hearEose("a");
        Event ephemeral =
                TestEvents.signed(TestEvents.keyPair(1), relay.clock.seconds(), 20_001, List.of(), "now or never");
        publish(ephemeral);
        assertEquals(ephemeral, client.hearEvent("a"));
        client.req("b", Filter.ALL);
        assertEquals(List.of(), client.hearStored("b").events());
    }

    @Test
    void whatIsStoredWhileStoredEventsAreSentComesAfterTheEose() throws InterruptedException {
        relay.hold(TestEvents.unsignedNotes(10));
        client.stopReading();
        try (TaskScope scope = TaskScope.open("test")) {
            var reading = scope.fork("reader", () -> {
                client.req("a", Filter.ALL);
                return true;
            });
            client.awaitStuck();
            Event meanwhile = note(1);
            publish(meanwhile);
            client.readOn();
            assertTrue(reading.join());
            TestClient.Stored stored = client.hearStored("a");
            assertEquals(10, stored.events().size());
            assertEquals(meanwhile, client.hearEvent("a"));
        }
    }

    @Test
    void whatWasReadBeforeItsFateWasKnownIsNotSentAgain() throws InterruptedException {
        Event early = note(1);
        relay.archive.holdAnswers();
        publisher.publish(early);
        relay.archive.awaitGeneration(1);
        client.req("a", Filter.ALL);
        assertEquals(List.of(early), client.hearStored("a").events());
        relay.archive.release();
        assertTrue(publisher.hearOk().accepted());
        Event next = note(2);
        publish(next);
        assertEquals(next, client.hearEvent("a"));
    }

    @Test
    void whatIsPublishedWhileStoredEventsAreSentComesOnce() throws InterruptedException {
        try (TestRelay busy = new TestRelay(RelayLimits.DEFAULT, WritePolicy.OPEN);
                TaskScope scope = TaskScope.open("test")) {
            busy.hold(TestEvents.unsignedNotes(4_000));
            TestClient reader = busy.connect();
            TestClient writer = busy.connect();
            // older than all that is held, so that the answer meets them last
            List<Event> fresh =
                    IntStream.range(0, 100).mapToObj(i -> note(i - 1_000)).toList();
            var publishing = scope.fork("publisher", () -> {
                for (Event event : fresh) {
                    writer.publish(event);
                }
                return true;
            });
            reader.req("a", Filter.ALL.withLimit(OptionalInt.of(5_000)));
            assertTrue(publishing.join());
            writer.publish(note(-2_000));
            List<Event> heard = new ArrayList<>(reader.hearStored("a").events());
            for (Event last = heard.getLast(); !last.equals(note(-2_000)); last = heard.getLast()) {
                heard.add(reader.hearEvent("a"));
            }
            heard.retainAll(Set.copyOf(fresh));
            assertEquals(fresh.size(), heard.size());
            assertEquals(Set.copyOf(fresh), Set.copyOf(heard));
        }
    }

    @Test
    void aClosedSubscriptionHearsNoMore() throws InterruptedException {
        client.req("a", Filter.ALL);
        client.hearEose("a");
        client.say(new ClientMessage.Close(new SubscriptionId("a")));
        publish(note(1));
        client.req("b", Filter.ALL);
        assertEquals(List.of(note(1)), client.hearStored("b").events());
        assertEquals(0, client.unheard());
    }

    @Test
    void theSameIdReplacesTheSubscription() throws InterruptedException {
        client.req("a", Filter.ALL.withKinds(Set.of(1)));
        client.hearEose("a");
        client.req("a", Filter.ALL.withKinds(Set.of(7)));
        client.hearEose("a");
        publish(note(1));
        Event seven = TestEvents.signed(TestEvents.keyPair(1), 5, 7, List.of(), "+");
        publish(seven);
        assertEquals(seven, client.hearEvent("a"));
    }

    @Test
    void aThousandReplacementsUseOneSubscription() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            client.req("a", Filter.ALL.withLimit(OptionalInt.of(1)));
            client.hearEose("a");
        }
        publish(note(1));
        assertEquals(note(1), client.hearEvent("a"));
        assertEquals(0, client.unheard());
    }

    @Test
    void aClientThatReadsNothingIsEndedAndOthersAreNotDelayed() throws InterruptedException {
        client.req("a", Filter.ALL);
        client.hearEose("a");
        TestClient quick = relay.connect();
        quick.req("q", Filter.ALL);
        quick.hearEose("q");
        client.stopReading();
        for (int i = 0; i < 30; i++) {
            publish(note(i));
            assertEquals(note(i), quick.hearEvent("q"));
        }
        client.readOn();
        assertTrue(client.awaitEnd().startsWith("too slow"));
    }

    @Test
    void aClientThatReadsNothingStopsItsOwnQuery() throws InterruptedException {
        relay.hold(TestEvents.unsignedNotes(3_000));
        client.stopReading();
        try (TaskScope scope = TaskScope.open("test")) {
            var reading = scope.fork("reader", () -> {
                client.req("a", Filter.ALL.withLimit(OptionalInt.of(5_000)));
                return true;
            });
            client.awaitStuck();
            assertEquals(0, client.unheard());
            client.leave();
            assertTrue(reading.join());
        }
    }

    @Test
    void anEventIsDeliveredAsItIsEncodedInTheArchive() throws InterruptedException {
        Event odd = TestEvents.signed(
                TestEvents.keyPair(1), 5, 1, List.of(List.of("t", "\u2028</é🍕")), "\u007f\u0001 \"\\/\n");
        publish(odd);
        client.req("a", Filter.ALL);
        assertEquals(List.of(odd), client.hearStored("a").events());
        publish(note(1));
        assertEquals(note(1), client.hearEvent("a"));
    }

    private Event note(int number) {
        return TestEvents.note(TestEvents.EPOCH + number, "note " + number);
    }

    private void publish(Event event) throws InterruptedException {
        publisher.publish(event);
        RelayMessage.Ok ok = publisher.hearOk();
        assertTrue(ok.accepted(), ok.text());
    }
}
