package dev.sluice.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.TestEvents;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What sets the profiles apart beside their limits. */
@Timeout(20)
class ProfileHabitsTest {
    private static final Filter NOTES = Filter.ALL.withKinds(Set.of(1));
    private static final Filter TOPIC = NOTES.withTag('t', Set.of("topic0"));

    @ParameterizedTest
    @CsvSource({
        // events held, limit asked (-1: none), events answered
        "strfry, 600, -1, 500",
        "strfry, 600, 600, 500",
        "nostream, 600, -1, 500",
        "nostream, 600, 600, 600",
        "rust-nostr, 600, 501, 500",
        "khatru, 2000, -1, 375",
        "khatru, 2000, 1500, 1500",
        "khatru, 2000, 1501, 375",
        "khatru, 20, 0, 0",
        "nosflare, 600, 0, 500",
        "nosflare, 600, 20, 20",
        "wisp, 600, -1, 500",
        "wisp, 600, 0, 500",
        "wisp, 5001, 5001, 5000",
        "relayer, 600, 0, 375",
        "relayer, 600, 10, 11",
        "relayer, 600, 1501, 376",
        "grain, 600, -1, 500",
        "rnostr, 600, 400, 300",
    })
    void aPageHasItsSize(String profile, int held, int asked, int answered) throws InterruptedException {
        try (PlayedClient client = new PlayedClient(profile)) {
            client.hold(TestEvents.unsignedNotes(held));
            Filter filter = asked < 0 ? NOTES : NOTES.withLimit(OptionalInt.of(asked));

            List<String> heard = client.req("p", filter);

            assertEquals(answered + 1, heard.size());
            assertEquals("[\"EOSE\",\"p\"]", heard.get(answered));
        }
    }

    @Test
    void strfryAnswersFirstAndRefusesThen() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("nos.lol")) {
            client.fill(20);

            assertEquals(
                    List.of("[\"EOSE\",\"x\"]", "[\"NOTICE\",\"ERROR: too many concurrent REQs\"]"),
                    client.req("x", PlayedClient.small(21)));
            assertEquals(21, client.relay.counts().mostSubscriptions());
            assertEquals(
                    Map.of(Occasion.SUBSCRIPTIONS, 1L), client.relay.counts().refused());
            // a replacement takes no place of its own
            assertEquals(List.of("[\"EOSE\",\"s0\"]"), client.req("s0", PlayedClient.small(21)));
            client.close("s0");
            assertEquals(List.of("[\"EOSE\",\"x\"]"), client.req("x", PlayedClient.small(21)));
        }
    }

    @Test
    void strfryAnswersFilterByFilter() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("strfry")) {
            client.hold(twoKinds());

            assertEquals(
                    List.of(2, 1),
                    kinds(client.req("f", Filter.ALL.withKinds(Set.of(2)), Filter.ALL.withKinds(Set.of(1)))));
        }
    }

    @Test
    void othersMergeTheirFilters() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("rust-nostr")) {
            client.hold(twoKinds());

            assertEquals(
                    List.of(1, 2),
                    kinds(client.req("f", Filter.ALL.withKinds(Set.of(2)), Filter.ALL.withKinds(Set.of(1)))));
        }
    }

    @Test
    void khatruSendsAnEventForEachFilter() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("khatru")) {
            client.hold(twoKinds());

            assertEquals(List.of(1, 1), kinds(client.req("f", NOTES, NOTES)));
        }
    }

    @Test
    void aFilterWithoutALimitGetsTheOldestFromNostream() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("nostream")) {
            List<Event> notes = TestEvents.unsignedNotes(600);
            client.hold(notes);

            List<String> oldest = client.req("o", NOTES);
            List<String> newest = client.req("n", NOTES.withLimit(OptionalInt.of(500)));

            assertTrue(oldest.get(0).contains(notes.get(0).id().hex()));
            assertTrue(oldest.get(499).contains(notes.get(499).id().hex()));
            assertTrue(newest.get(0).contains(notes.get(599).id().hex()));
        }
    }

    @Test
    void nostreamIgnoresTheSameRequestAgain() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("nostream")) {
            client.req("a", NOTES);

            assertEquals(
                    List.of("[\"NOTICE\",\"Subscription rejected: Duplicate subscription a: Ignoring\"]"),
                    client.req("a", NOTES));
        }
    }

    @Test
    void theLimiterOfKhatruCountsFilters() throws InterruptedException {
        Filter[] ten = IntStream.range(0, 10).mapToObj(PlayedClient::small).toArray(Filter[]::new);
        try (PlayedClient client = new PlayedClient("khatru")) {
            for (int i = 0; i < 10; i++) {
                assertEquals(List.of("[\"EOSE\",\"q\"]"), client.req("q", ten));
            }
            assertTrue(
                    client.req("q", PlayedClient.small(0)).get(0).contains("no one should be making so many requests"));
            // all connections of an address share it
            client.reconnect();
            assertTrue(client.req("q", PlayedClient.small(0)).get(0).startsWith("[\"CLOSED\""));
            client.time.advance(Duration.ofMinutes(1));
            assertEquals(List.of("[\"EOSE\",\"q\"]"), client.req("q", ten));
        }
    }

    @Test
    void nosflareCountsTheEventsOfAllFiltersAndAnswersACloseInWords() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("nosflare")) {
            client.hold(TestEvents.unsignedNotes(600));

            assertEquals(
                    501,
                    client.req("a", TOPIC.withLimit(OptionalInt.of(500)), NOTES).size());
            assertEquals(List.of("[\"CLOSED\",\"a\",\"Subscription closed\"]"), client.close("a"));
            assertEquals(List.of("[\"CLOSED\",\"a\",\"Subscription not found\"]"), client.close("a"));
        }
    }

    @Test
    void theLimitOfTheFirstFilterHoldsForWispsAnswer() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("wisp")) {
            client.hold(TestEvents.unsignedNotes(600));

            assertEquals(
                    4,
                    client.req("a", TOPIC.withLimit(OptionalInt.of(3)), NOTES).size());
        }
    }

    @Test
    void aScraperGetsAnEmptyAnswerAndAnEmptyRequestNone() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("nostr-rs-relay")) {
            client.hold(TestEvents.unsignedNotes(7));

            assertEquals(List.of("[\"EOSE\",\"s\"]"), client.req("s", NOTES));
            assertEquals(2, client.req("t", TOPIC).size());
            assertEquals(List.of(), client.req("z", TOPIC.withLimit(OptionalInt.of(0))));
            assertEquals(List.of(), client.req("t", TOPIC));
            assertEquals(
                    Map.of(Occasion.SCRAPER, 1L, Occasion.DUPLICATE, 1L),
                    client.relay.counts().refused());
        }
    }

    @Test
    void rustNostrClosesWhatHasFoundAllItsIds() throws InterruptedException {
        List<Event> notes = TestEvents.unsignedNotes(2);
        Filter both = Filter.ALL.withIds(Set.of(notes.get(0).id(), notes.get(1).id()));
        try (PlayedClient client = new PlayedClient("rust-nostr")) {
            client.hold(notes.subList(0, 1));
            assertEquals(2, client.req("a", both).size());

            client.hold(notes.subList(1, 2));

            assertEquals(
                    List.of("[\"EOSE\",\"b\"]", "[\"CLOSED\",\"b\",\"\"]"),
                    client.req("b", both).subList(2, 4));
        }
    }

    @Test
    void chorusClosesItInsteadOfAnEose() throws InterruptedException {
        List<Event> notes = TestEvents.unsignedNotes(1);
        try (PlayedClient client = new PlayedClient("chorus")) {
            client.hold(notes);

            List<String> heard =
                    client.req("a", Filter.ALL.withIds(Set.of(notes.get(0).id())));

            assertEquals("[\"CLOSED\",\"a\",\"\"]", heard.get(1));
            assertEquals(2, heard.size());
        }
    }

    @Test
    void theFaultsOfAChorusClientAddUp() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("chorus")) {
            client.fill(128);
            for (int i = 0; i < 9; i++) {
                assertEquals(1, client.req("x", PlayedClient.small(i)).size());
            }

            List<String> heard = client.req("x", PlayedClient.small(9));

            assertEquals("[\"NOTICE\",\"Closing due to error(s)\"]", heard.get(1));
            assertEquals("end 1008 banned", heard.get(2));
            client.reconnect();
            assertEquals(List.of(), client.req("x", PlayedClient.small(9)));
            client.time.advance(Duration.ofSeconds(1));
            client.reconnect();
            assertEquals(List.of("[\"EOSE\",\"x\"]"), client.req("x", PlayedClient.small(9)));
        }
    }

    @Test
    void chorusLeavesWhoAsksForNothing() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("chorus")) {
            client.fill(1);
            client.time.awaitSleepers(1);
            client.time.advance(Duration.ofSeconds(60));
            client.time.awaitSleepers(1);
            client.close("s0");
            int heard = client.count();
            client.time.advance(Duration.ofSeconds(60));

            assertEquals("end 1008 timed out", client.await(heard));
        }
    }

    @Test
    void grainDropsTheOldestWithoutAWord() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("grain")) {
            client.fill(10);

            assertEquals(List.of("[\"EOSE\",\"x\"]"), client.req("x", PlayedClient.small(11)));
            assertEquals(List.of("[\"CLOSED\",\"s0\",\"subscription was not active\"]"), client.close("s0"));
            assertEquals(List.of("[\"CLOSED\",\"s1\",\"subscription closed\"]"), client.close("s1"));
            assertEquals(List.of(), client.negOpen("n"));
            assertEquals(11, client.relay.counts().mostSubscriptions());
        }
    }

    @Test
    void theItemsOfAllSessionsCountTogetherAtRustNostr() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("rust-nostr")) {
            client.hold(TestEvents.unsignedNotes(30_000));

            assertTrue(client.negOpen("a").get(0).startsWith("[\"NEG-MSG\""));
            assertEquals(
                    List.of("[\"NEG-ERR\",\"b\",\"rate-limited: too many negentropy items\"]"), client.negOpen("b"));
            client.say("[\"NEG-CLOSE\",\"a\"]");
            assertTrue(client.negOpen("b").get(0).startsWith("[\"NEG-MSG\""));
        }
    }

    @Test
    void aSessionThatTheRelayBelowEndsIsOver() throws InterruptedException {
        try (PlayedClient client = new PlayedClient("strfry")) {
            assertTrue(client.negOpen("n").get(0).startsWith("[\"NEG-MSG\""));

            assertTrue(client.say("[\"NEG-MSG\",\"n\",\"6100\"]").get(0).startsWith("[\"NEG-ERR\""));
            assertEquals(
                    List.of("[\"NEG-ERR\",\"n\",\"closed: unknown subscription handle\"]"),
                    client.say("[\"NEG-MSG\",\"n\",\"61000000\"]"));
        }
    }

    @Test
    void aDocumentSaysWhatTheRealOneSays() {
        RelayInformation nosLol = Profile.named("nos.lol").orElseThrow().information();
        RelayInformation rustNostr = Profile.named("rust-nostr").orElseThrow().information();

        assertEquals(OptionalInt.of(20), nosLol.limitation().maxSubscriptions());
        assertEquals(OptionalInt.of(131_072), nosLol.limitation().maxMessageLength());
        assertEquals("git+https://github.com/hoytech/strfry.git", nosLol.software());
        assertTrue(nosLol.supportedNips().contains(77));
        assertEquals(OptionalInt.empty(), rustNostr.limitation().maxSubscriptions());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "maybe x y|unknown keyword maybe",
                "profile a|a is there twice",
                "profile b like nobody|no such beginning of a profile",
                "limit apples 3|No enum constant dev.sluice.profile.Occasion.APPLES",
                "limit filters many|For input string: \"many\"",
                "rate queries 1 60|a rate is a count, seconds and a burst",
            })
    void aBrokenTableIsABugWithItsPlace(String line, String what) {
        IllegalStateException bug = assertThrows(
                IllegalStateException.class, () -> ProfileTable.read("some.table", List.of("# x", "profile a", line)));

        assertEquals("some.table:3: " + what, bug.getMessage());
    }

    private static List<Event> twoKinds() {
        return List.of(
                TestEvents.unsigned(1, TestEvents.EPOCH, 2, List.of(), "older"),
                TestEvents.unsigned(1, TestEvents.EPOCH + 1, 1, List.of(), "newer"));
    }

    private static List<Integer> kinds(List<String> heard) {
        return heard.stream()
                .filter(text -> text.startsWith("[\"EVENT\""))
                .map(text -> text.contains("\"kind\":1") ? 1 : 2)
                .toList();
    }
}
