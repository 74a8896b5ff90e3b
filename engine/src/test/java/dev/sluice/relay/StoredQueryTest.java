package dev.sluice.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.RelayMessage.Hint;
import dev.sluice.nostr.TestEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class StoredQueryTest {

    private static final RelayLimits LIMITS = RelayLimits.DEFAULT
            .with(Limit.MAX_SUBSCRIPTIONS, 3)
            .with(Limit.MAX_FILTERS, 4)
            .with(Limit.DEFAULT_LIMIT, 50)
            .with(Limit.MAX_LIMIT, 200)
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
    void storedEventsComeNewestFirstThenTheEose() throws InterruptedException {
        List<Event> notes = TestEvents.unsignedNotes(10);
        relay.hold(notes);
        client.req("a", Filter.ALL);
        TestClient.Stored stored = client.hearStored("a");
        assertEquals(notes.reversed(), stored.events());
        assertEquals(Hint.FINISH, stored.hint());
    }

    @Test
    void eventsOfOneSecondComeByLowestId() throws InterruptedException {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            events.add(TestEvents.unsigned(1, 5, 1, List.of(), "" + i));
        }
        relay.hold(events);
        client.req("a", Filter.ALL);
        List<EventId> ids =
                client.hearStored("a").events().stream().map(Event::id).toList();
        assertEquals(ids.stream().sorted().toList(), ids);
    }

    @Test
    void aLimitTakesTheNewestAndSaysThatThereIsMore() throws InterruptedException {
        List<Event> notes = TestEvents.unsignedNotes(10);
        relay.hold(notes);
        client.req("a", limited(4));
        assertEquals(new TestClient.Stored(notes.reversed().subList(0, 4), Hint.MORE), client.hearStored("a"));
        client.req("b", limited(10));
        assertEquals(Hint.FINISH, client.hearStored("b").hint());
    }

    @Test
    void aFilterWithoutALimitGetsTheDefaultAndALargeOneTheMaximum() throws InterruptedException {
        relay.hold(TestEvents.unsignedNotes(300));
        client.req("a", Filter.ALL);
        assertEquals(50, client.hearStored("a").events().size());
        client.req("b", limited(1_000_000));
        TestClient.Stored most = client.hearStored("b");
        assertEquals(200, most.events().size());
        assertEquals(Hint.MORE, most.hint());
    }

    @Test
    void eachFilterHasItsOwnLimitAndEachEventComesOnce() throws InterruptedException {
        List<Event> notes = TestEvents.unsignedNotes(70);
        relay.hold(notes);
        Filter topic = Filter.ALL.withTag('t', Set.of("topic3"));
        client.req("a", limited(5), topic.withLimit(OptionalInt.of(3)), limited(2));
        List<Event> events = client.hearStored("a").events();
        List<Event> expected = new ArrayList<>(notes.subList(65, 70));
        notes.reversed().stream().filter(topic::matches).limit(3).forEach(expected::add);
        assertEquals(new HashSet<>(expected), new HashSet<>(events));
        assertEquals(events.size(), new HashSet<>(events).size());
        assertEquals(events.stream().sorted(Event.NEWEST_FIRST).toList(), events);
    }

    @Test
    void limitZeroGivesNoStoredEventsAndThenLiveOnes() throws InterruptedException {
        relay.hold(TestEvents.unsignedNotes(3));
        client.req("a", limited(0));
        TestClient.Stored stored = client.hearStored("a");
        assertEquals(new TestClient.Stored(List.of(), Hint.NONE), stored);
        Event note = TestEvents.note(relay.clock.seconds(), "live");
        relay.connect().publish(note);
        assertEquals(note, client.hearEvent("a"));
    }

    @Test
    void anEmptyConditionMatchesNothingAndIsFinished() throws InterruptedException {
        relay.hold(TestEvents.unsignedNotes(3));
        client.req("a", Filter.ALL.withIds(Set.of()));
        assertEquals(new TestClient.Stored(List.of(), Hint.FINISH), client.hearStored("a"));
    }

    @Test
    void expiredEventsDoNotShrinkAPage() throws InterruptedException {
        List<Event> events = new ArrayList<>();
        long now = relay.clock.seconds();
        for (int i = 0; i < 100; i++) {
            List<List<String>> tags = i % 5 == 0 ? List.of(List.of("expiration", "" + (now + 5))) : List.of();
            events.add(TestEvents.unsigned(1, TestEvents.EPOCH + i, 1, tags, "" + i));
        }
        relay.hold(events);
        client.req("before", limited(100));
        assertEquals(100, client.hearStored("before").events().size());
        relay.clock.advance(Duration.ofSeconds(5));
        client.req("after", limited(40));
        TestClient.Stored page = client.hearStored("after");
        assertEquals(40, page.events().size());
        assertEquals(Hint.MORE, page.hint());
        client.req("rest", limited(100));
        assertEquals(80, client.hearStored("rest").events().size());
    }

    @Test
    void expirationTagsThatAreNoNumbersAreIgnored() throws InterruptedException {
        Event odd = TestEvents.unsigned(
                1,
                1,
                1,
                List.of(List.of("expiration", "soon"), List.of("expiration", "-1"), List.of("expiration")),
                "");
        relay.hold(odd);
        client.req("a", Filter.ALL);
        assertEquals(List.of(odd), client.hearStored("a").events());
    }

    @Test
    void aWholeArchiveComesInOneAnswer() throws InterruptedException {
        try (TestRelay large = new TestRelay(RelayLimits.DEFAULT.with(Limit.MAX_LIMIT, 1_000_000), WritePolicy.OPEN)) {
            large.hold(TestEvents.unsignedNotes(100_000));
            TestClient reader = large.connect();
            reader.req("all", limited(1_000_000));
            TestClient.Stored stored = reader.hearStored("all");
            assertEquals(100_000, new HashSet<>(stored.events()).size());
            assertEquals(100_000, stored.events().size());
            assertEquals(Hint.FINISH, stored.hint());
        }
    }

    @Test
    void countsAreOfDifferentEventsWhateverTheLimits() throws InterruptedException {
        relay.hold(TestEvents.unsignedNotes(300));
        client.say("[\"COUNT\",\"c\",{\"limit\":1},{\"kinds\":[1]}]");
        assertEquals("[\"COUNT\",\"c\",{\"count\":300}]", client.hearText());
    }

    @Test
    void boundsInTimeAreInclusive() throws InterruptedException {
        List<Event> notes = TestEvents.unsignedNotes(10);
        relay.hold(notes);
        client.req(
                "a",
                Filter.ALL
                        .withSince(OptionalLong.of(TestEvents.EPOCH + 3))
                        .withUntil(OptionalLong.of(TestEvents.EPOCH + 5)));
        assertEquals(notes.subList(3, 6).reversed(), client.hearStored("a").events());
    }

    @Test
    void aNegativeMomentEndsNothingButItsOwnRequest() throws InterruptedException {
        relay.hold(TestEvents.unsignedNotes(1));
        for (String field : List.of("since", "until", "limit")) {
            client.say("[\"REQ\",\"" + field + "\",{\"" + field + "\":-50123406}]");
            RelayMessage.Closed closed = client.hearClosed();
            assertEquals(field, closed.id().value());
            assertTrue(closed.text().startsWith("invalid: "), closed.text());
        }
        client.req("after", Filter.ALL);
        assertEquals(1, client.hearStored("after").events().size());
    }

    @Test
    void momentsOfAnySizeAreAnswered() throws InterruptedException {
        relay.hold(TestEvents.unsigned(1, 1L << 40, Kind.NOTE, List.of(), ""));
        List<String> large = List.of("2147483648", "4294967296", "1672295751103", "9007199254740992");
        for (String moment : large) {
            client.say("[\"REQ\",\"m\",{\"until\":" + moment + "}]");
            client.hearStored("m");
        }
        for (String moment : List.of("9223372036854775807", "9223372036854775808", "18446744073709551615")) {
            client.say("[\"REQ\",\"m\",{\"until\":" + moment + "}]");
            String answer = client.hearText();
            while (answer.startsWith("[\"EVENT\"")) {
                answer = client.hearText();
            }
            assertTrue(answer.startsWith("[\"EOSE\"") || answer.startsWith("[\"CLOSED\",\"m\",\"invalid: "), answer);
        }
    }

    private static Filter limited(int limit) {
        return Filter.ALL.withLimit(OptionalInt.of(limit));
    }
}
