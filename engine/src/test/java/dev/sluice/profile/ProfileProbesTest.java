package dev.sluice.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.session.Refusal.Reaction;
import dev.sluice.session.RefusalClassifier;
import dev.sluice.session.RefusalClassifier.Channel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The judges are judged: every profile at each of its limits, and one above. */
@Timeout(60)
class ProfileProbesTest {
    /** What the engine has to make of a relay's words when the limit was passed. */
    private static final Map<Occasion, Reaction> REACTIONS = Map.ofEntries(
            Map.entry(Occasion.MESSAGE_BYTES, Reaction.FILTER_TOO_BIG),
            Map.entry(Occasion.MESSAGES, Reaction.RATE_LIMIT),
            Map.entry(Occasion.QUERIES, Reaction.TOO_MANY_QUERIES),
            Map.entry(Occasion.FILTER_TOKENS, Reaction.TOO_MANY_QUERIES),
            Map.entry(Occasion.FILTERS, Reaction.FILTER_COUNT),
            Map.entry(Occasion.SUBSCRIPTIONS, Reaction.SUBSCRIPTION_LIMIT),
            Map.entry(Occasion.RETAINED_BYTES, Reaction.RETAINED_BYTES),
            Map.entry(Occasion.IDS, Reaction.FILTER_TOO_BIG),
            Map.entry(Occasion.BARE_IDS, Reaction.FILTER_TOO_BIG),
            Map.entry(Occasion.SET_BYTES, Reaction.FILTER_TOO_BIG),
            Map.entry(Occasion.VALUE_BYTES, Reaction.POLICY_PAUSE),
            Map.entry(Occasion.TAG_KEYS, Reaction.POLICY_PAUSE),
            Map.entry(Occasion.KINDS, Reaction.POLICY_PAUSE),
            Map.entry(Occasion.CONDITIONS, Reaction.POLICY_PAUSE),
            Map.entry(Occasion.LIMIT, Reaction.RESULTS_TOO_MANY),
            Map.entry(Occasion.SCRAPER, Reaction.RESULTS_TOO_MANY),
            Map.entry(Occasion.NEG, Reaction.NEG_UNSUPPORTED),
            Map.entry(Occasion.NEG_SESSIONS, Reaction.NEG_TOO_MANY),
            Map.entry(Occasion.NEG_ITEMS, Reaction.NEG_TOO_BIG),
            Map.entry(Occasion.NEG_IDLE, Reaction.NEG_TIMEOUT));

    /** Those that cap an answer or end a connection have tests of their own. */
    private static final Set<Occasion> ELSEWHERE = EnumSet.of(
            Occasion.DEFAULT_LIMIT, Occasion.MAX_LIMIT, Occasion.RESULTS, Occasion.IDLE, Occasion.PUNISHMENT);

    /** An archive of a million events is no matter of a quick test. */
    private static final long MOST_ITEMS = 1_000;

    static Stream<Arguments> limits() {
        return Profile.standard().values().stream()
                .flatMap(profile -> profile.limits().keySet().stream()
                        .filter(occasion -> !ELSEWHERE.contains(occasion) && isReached(profile, occasion))
                        .map(occasion -> Arguments.of(profile.name(), occasion)));
    }

    /** Without negentropy nothing else of it comes to pass. */
    private static boolean isReached(Profile profile, Occasion occasion) {
        boolean without = profile.limits().containsKey(Occasion.NEG);
        return !without || occasion == Occasion.NEG || !occasion.name().startsWith("NEG_");
    }

    static Stream<Arguments> rates() {
        return Profile.standard().values().stream()
                .flatMap(profile ->
                        profile.rates().keySet().stream().map(occasion -> Arguments.of(profile.name(), occasion)));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void whatIsWithinALimitPassesAndOneMoreDoesNot(String name, Occasion occasion) throws InterruptedException {
        Profile profile = small(Profile.named(name).orElseThrow());
        long limit = profile.limit(occasion).orElseThrow();
        try (PlayedClient client = new PlayedClient(profile)) {
            probe(client, occasion, limit, false);
            assertEquals(0, client.refused(occasion));

            List<String> heard = probe(client, occasion, limit, true);

            assertEquals(1, client.refused(occasion));
            assertWords(profile, occasion, heard);
        }
    }

    @ParameterizedTest
    @MethodSource("rates")
    void whatIsWithinARatePassesAndOneMoreWaits(String name, Occasion occasion) throws InterruptedException {
        Profile profile = Profile.named(name).orElseThrow();
        Rate rate = profile.rates().get(occasion);
        try (PlayedClient client = new PlayedClient(profile)) {
            for (int i = 0; i < rate.burst(); i++) {
                spend(client, occasion, i);
            }
            assertEquals(0, client.refused(occasion));

            List<String> heard = spend(client, occasion, 0);

            assertEquals(1, client.refused(occasion));
            assertWords(profile, occasion, heard);
            if (heard.stream().noneMatch(ProfileProbesTest::isEnd)) {
                client.time.advance(Duration.ofSeconds(rate.seconds())
                        .dividedBy(rate.count())
                        .plusNanos(1));
                spend(client, occasion, 0);
                assertEquals(1, client.refused(occasion));
            }
        }
    }

    private static List<String> spend(PlayedClient client, Occasion occasion, int number) throws InterruptedException {
        return switch (occasion) {
            case MESSAGES -> client.say(new ClientMessage.NegClose(new SubscriptionId("none")));
            case QUERIES, FILTER_TOKENS -> {
                List<String> heard = client.req("q" + number, PlayedClient.small(number));
                if (heard.stream().anyMatch(text -> text.startsWith("[\"EOSE\""))) {
                    client.close("q" + number);
                }
                yield heard;
            }
            default -> throw new IllegalArgumentException(occasion.name());
        };
    }

    /** Goes to a limit, or from there one above. */
    private static List<String> probe(PlayedClient client, Occasion occasion, long limit, boolean above)
            throws InterruptedException {
        int size = (int) limit + (above ? 1 : 0);
        return switch (occasion) {
            case MESSAGE_BYTES -> client.say(padded("[\"NEG-CLOSE\",\"none\"]", size));
            case FILTERS ->
                client.req(
                        "f",
                        IntStream.range(0, size).mapToObj(PlayedClient::small).toArray(Filter[]::new));
            case SUBSCRIPTIONS -> above ? client.req("above", PlayedClient.small(size)) : fill(client, size);
            case RETAINED_BYTES -> retain(client, size, above);
            case IDS -> client.req("i", Filter.ALL.withIds(ids(size)).withLimit(OptionalInt.of(1)));
            case BARE_IDS -> client.req("i", Filter.ALL.withIds(ids(size)));
            case SET_BYTES -> client.req("v", values(size));
            case VALUE_BYTES -> client.req("v", PlayedClient.small(0).withTag('t', Set.of("x".repeat(size))));
            case TAG_KEYS -> client.req("k", keys(size));
            case KINDS -> client.req("k", PlayedClient.small(0).withKinds(kinds(size)));
            case CONDITIONS -> client.req("c", keys(3).withKinds(kinds(size - 3)));
            case LIMIT -> client.req("l", PlayedClient.small(0).withLimit(OptionalInt.of(size)));
            case COST -> client.req("c", Filter.ALL.withTag('t', tags((int) (limit / 20) + (above ? 1 : 0))));
            case ROWS -> rows(client, size);
            case SCRAPER -> scrape(client, size, above);
            case NEG -> above ? client.negOpen("n") : List.of();
            case NEG_SESSIONS -> sessions(client, size, above);
            case NEG_ITEMS -> items(client, size);
            case NEG_IDLE -> idle(client, limit, above);
            default -> throw new IllegalArgumentException("nobody probes " + occasion);
        };
    }

    private static List<String> fill(PlayedClient client, int count) throws InterruptedException {
        client.fill(count);
        // the same id again takes the place of the one before, where that is allowed
        return List.of();
    }

    private static List<String> retain(PlayedClient client, int size, boolean above) throws InterruptedException {
        ClientMessage req = new ClientMessage.Req(new SubscriptionId("r"), List.of(PlayedClient.small(0)));
        assertTrue(above || size > 1_000);
        return client.say(padded(Codec.encode(req), size));
    }

    private static List<String> rows(PlayedClient client, int size) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            events.add(TestEvents.unsigned(1, TestEvents.EPOCH + i, 1, List.of(List.of("t", "row")), ""));
        }
        client.hold(events);
        return client.req("r", Filter.ALL.withTag('t', Set.of("row")).withLimit(OptionalInt.of(1)));
    }

    /** A filter of one condition: within, where few events are asked for or where it has a second one. */
    private static List<String> scrape(PlayedClient client, int size, boolean above) throws InterruptedException {
        Filter open = Filter.ALL.withKinds(Set.of(1)).withLimit(OptionalInt.of(Math.max(1, size)));
        boolean narrow = !above && size == 0;
        return client.req("s", narrow ? open.withTag('t', Set.of("x")) : open);
    }

    private static List<String> sessions(PlayedClient client, int size, boolean above) throws InterruptedException {
        for (int i = above ? size : 1; i < size; i++) {
            assertTrue(client.negOpen("n" + i).get(0).startsWith("[\"NEG-MSG\""));
        }
        return client.negOpen("n" + size);
    }

    private static List<String> items(PlayedClient client, int size) throws InterruptedException {
        client.hold(TestEvents.unsignedNotes(size));
        return client.negOpen("n");
    }

    private static List<String> idle(PlayedClient client, long seconds, boolean above) throws InterruptedException {
        client.negOpen("n");
        client.time.advance(Duration.ofSeconds(seconds).minusNanos(above ? 0 : 1));
        return client.say("[\"NEG-MSG\",\"n\",\"61000000\"]");
    }

    /** A profile whose number of items a test can reach. */
    private static Profile small(Profile profile) {
        Map<Occasion, Long> limits = profile.limits().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> entry.getKey() == Occasion.NEG_ITEMS
                                ? Math.min(entry.getValue(), MOST_ITEMS)
                                : entry.getValue()));
        return new Profile(
                profile.name(),
                profile.information(),
                limits,
                profile.rates(),
                profile.acts(),
                profile.faults(),
                profile.habits());
    }

    private static void assertWords(Profile profile, Occasion occasion, List<String> heard) {
        for (String text : heard) {
            Reaction expected = REACTIONS.get(occasion);
            if (isEnd(text)) {
                continue;
            }
            switch (((Decoded.Message<RelayMessage>) Codec.relayMessage(text)).value()) {
                case RelayMessage.Closed closed -> assertEquals(expected, reaction(Channel.CLOSED, closed.text()));
                case RelayMessage.NegErr err -> assertEquals(expected, reaction(Channel.NEG_ERR, err.text()));
                case RelayMessage.Notice notice -> {
                    boolean neg = occasion.name().startsWith("NEG");
                    assertEquals(expected, reaction(neg ? Channel.NOTICE_NEG : Channel.NOTICE, notice.text()));
                }
                case RelayMessage.Eose eose -> {
                    // an answer that came before, or one that hides the refusal
                }
                case RelayMessage other -> throw new AssertionError(other);
            }
        }
        assertTrue(
                profile.on(occasion).stream().noneMatch(act -> act.kind() == Act.Kind.REFUSE)
                        || heard.stream()
                                .anyMatch(text -> text.startsWith("[\"CLOSED\"") || text.startsWith("[\"NEG-")),
                heard.toString());
    }

    private static Reaction reaction(Channel channel, String text) {
        return RefusalClassifier.standard().classify(channel, text).reaction();
    }

    private static boolean isEnd(String text) {
        return text.startsWith("end ") || text.equals("cut");
    }

    private static String padded(String json, int size) {
        return json + " ".repeat(size - json.length());
    }

    private static Set<EventId> ids(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> EventId.parse(String.format("%064x", i + 1)))
                .collect(Collectors.toSet());
    }

    private static Set<Integer> kinds(int count) {
        return IntStream.rangeClosed(1, count).boxed().collect(Collectors.toSet());
    }

    private static Set<String> tags(int count) {
        return IntStream.range(0, count).mapToObj(i -> "tag" + i).collect(Collectors.toSet());
    }

    private static Filter keys(int count) {
        Filter filter = PlayedClient.small(0).withSince(OptionalLong.of(1));
        for (int i = 1; i < count; i++) {
            filter = filter.withTag((char) ('a' + i), Set.of("x"));
        }
        return filter;
    }

    /** Values of 255 bytes, and what is left as one more. */
    private static Filter values(int bytes) {
        Set<String> values = IntStream.range(0, bytes / 255)
                .mapToObj(i -> String.format("%0255d", i))
                .collect(Collectors.toSet());
        if (bytes % 255 > 0) {
            values.add("x".repeat(bytes % 255));
        }
        return PlayedClient.small(0).withTag('t', values);
    }
}
