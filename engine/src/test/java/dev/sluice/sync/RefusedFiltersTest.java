package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Counter;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.profile.Occasion;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows when a relay refuses a page for what its filter says, names or weighs. */
@Timeout(60)
class RefusedFiltersTest {
    private static final List<Event> TAGGED = IntStream.range(0, 120)
            .mapToObj(i -> TestEvents.signed(
                    TestEvents.keyPair(1), Rig.T0 + i, 1, List.of(List.of("t", "topic" + i)), "note " + i))
            .toList();

    private static final Filter NOTES = Filter.ALL.withKinds(Set.of(1));
    private static final Filter MANY = NOTES.withTag(
            't', IntStream.range(0, 120).mapToObj(i -> "topic" + i).collect(Collectors.toSet()));

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay().hold(TAGGED);

    @AfterEach
    void close() {
        rig.close();
    }

    private static PlayedRelay.Answers refusing(String text, Predicate<ClientMessage.Req> sort) {
        return (connection, message) -> {
            if (message instanceof ClientMessage.Req req && sort.test(req)) {
                connection.send(new RelayMessage.Closed(req.id(), text));
                return true;
            }
            return false;
        };
    }

    private static boolean isPage(ClientMessage.Req req) {
        return req.filters().get(0).limit().orElse(1) > 1;
    }

    private Map<Filter, WalkEnd> mirrored(Filter... watches) throws InterruptedException {
        Map<Filter, WalkEnd> ends = new HashMap<>();
        rig.run(Rig.once(false, watches), relay).forEach(report -> ends.put(report.filter(), report.end()));
        return ends;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "invalid: malformed filter",
                "blocked: too many things to filter for",
                "unsupported: kind not supported",
                "error: scraper, src/nostr.rs:107:9"
            })
    void anInvalidFilterIsNotSentAgainOverTheConnectionAndPausesNothing(String text) throws InterruptedException {
        Filter bad = Filter.ALL.withKinds(Set.of(7));
        relay.answers = refusing(
                text, req -> isPage(req) && req.filters().get(0).kinds().equals(bad.kinds()));
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(bad, NOTES), dialer)) {
            long end = rig.time.nanos() + Duration.ofHours(30).toNanos();
            rig.until(() -> rig.time.reached(end));

            assertEquals(1, refused(bad));
            assertEquals(0, rig.pauses());
            assertEquals(Optional.of(WalkEnd.CLOSED), end(mirror, bad));
            assertEquals(Optional.of(WalkEnd.DRAINED), end(mirror, NOTES));
            relay.newest().peer.hangUp();
            rig.until(() -> refused(bad) == 2);
        }
    }

    @Test
    void oneInvalidFilterDoesNotKeepTheOthersFromBeingLive() throws InterruptedException {
        Filter bad = Filter.ALL.withKinds(Set.of(7));
        relay.answers = refusing(
                "invalid: malformed filter",
                req -> req.filters().stream().anyMatch(filter -> bad.kinds().equals(filter.kinds())));
        Event fresh = TestEvents.signed(TestEvents.keyPair(1), Rig.T0 + 500, 1, List.of(), "fresh");
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(bad, NOTES), dialer)) {
            rig.until(() -> mirror.snapshot().relays().get(0).state() == Progress.State.LIVE);
            rig.until(() -> end(mirror, NOTES).isPresent());

            relay.publish(fresh);
            rig.until(() -> rig.stored() == TAGGED.size() + 1);

            assertEquals(1, relay.connections.size());
            assertEquals(0, rig.pauses());
        }
    }

    private long refused(Filter filter) {
        return relay.pages().stream()
                .filter(page -> page.kinds().equals(filter.kinds()))
                .count();
    }

    private static Optional<WalkEnd> end(Mirror mirror, Filter filter) {
        return mirror.snapshot().relays().get(0).walks().stream()
                .filter(walk -> walk.filter().equals(filter))
                .findFirst()
                .flatMap(Progress.Walk::end);
    }

    @Test
    void aRelayThatTakesOffenceAtOpenFiltersIsOffendedOnce() throws InterruptedException {
        try (PlayedProfile chorus = new PlayedProfile("chorus", rig.time).hold(TAGGED)) {
            rig.watch(() -> chorus);
            try (PipeDialer dialer = chorus.undocumented();
                    Mirror mirror = rig.start(Rig.staying(NOTES), dialer)) {
                long end = rig.time.nanos() + Duration.ofMinutes(20).toNanos();
                rig.until(() -> rig.time.reached(end));

                assertEquals(Map.of(Occasion.SCRAPER, 1L), chorus.counts().refused());
                assertEquals(Optional.of(WalkEnd.CLOSED), end(mirror, NOTES));
            }
        }
    }

    @Test
    void aRelayThatIsKnownForItIsNotOffendedAndKeepsNothingBack() throws InterruptedException {
        try (PlayedProfile chorus = new PlayedProfile("chorus", rig.time).hold(TAGGED)) {
            rig.watch(() -> chorus);
            try (PipeDialer dialer = chorus.dialer();
                    Mirror mirror = rig.start(Rig.once(false, NOTES), dialer)) {
                rig.until(() -> mirror.snapshot().relays().get(0).state() == Progress.State.ENDED);

                assertEquals(WalkEnd.DRAINED, mirror.awaitHistory().get(0).end());
                assertEquals(Map.of(), chorus.counts().refused());
                assertEquals(TAGGED.size(), rig.stored());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"invalid: too many tag values in filter (max 40)", "blocked: filter too large"})
    void aFilterThatIsTooBigIsCutOverTheSameConnection(String text) throws InterruptedException {
        relay.answers = refusing(
                text, req -> isPage(req) && req.filters().get(0).tags().get('t').size() > 40);

        Map<Filter, WalkEnd> ends = mirrored(MANY);

        assertTrue(ends.size() >= 3 && ends.values().stream().allMatch(WalkEnd::confirms), ends.toString());
        assertEquals(1, relay.connections.size());
        assertEquals(TAGGED.size(), rig.stored());
    }

    @Test
    void aStatedMessageSizeIsKeptToAtOnce() throws InterruptedException {
        Set<String> topics = new HashSet<>(MANY.tags().get('t'));
        IntStream.range(0, 300).forEach(i -> topics.add("a topic of which there is nothing, number " + i));
        relay.answers = refusing(
                "error: message too large (max 8000)",
                req -> isPage(req) && Codec.encode(req).length() > 8_000);

        Map<Filter, WalkEnd> ends = mirrored(NOTES.withTag('t', topics));

        assertTrue(ends.values().stream().allMatch(WalkEnd::confirms), ends.toString());
        assertEquals(1, rig.metrics.value(Counter.REFUSALS_FILTER_TOO_BIG));
        assertEquals(TAGGED.size(), rig.stored());
    }

    @Test
    void aSingleValueThatIsTooBigIsParkedAlone() throws InterruptedException {
        Filter one = NOTES.withTag('t', Set.of("topic1", "x".repeat(300)));
        relay.answers = refusing(
                "ERROR: bad req: total filter items too large",
                req -> isPage(req)
                        && req.filters().get(0).tags().get('t').stream().anyMatch(tag -> tag.length() > 255));

        Map<Filter, WalkEnd> ends = mirrored(one);

        assertEquals(
                Map.of(
                        NOTES.withTag('t', Set.of("topic1")),
                        WalkEnd.DRAINED,
                        NOTES.withTag('t', Set.of("x".repeat(300))),
                        WalkEnd.CLOSED),
                ends);
        assertEquals(0, rig.pauses());
    }

    @Test
    void aRangeThatIsTooMuchIsAskedInShorterOnes() throws InterruptedException {
        long week = Duration.ofDays(8).toSeconds();
        relay.answers = refusing(
                "error: query took too long, please narrow it",
                req -> isPage(req)
                        && req.filters().get(0).until().orElse(rig.time.seconds())
                                        - req.filters().get(0).since().orElse(0)
                                > week
                        && req.filters().get(0).until().orElse(Long.MAX_VALUE) > Rig.T0);

        assertEquals(Map.of(NOTES, WalkEnd.DRAINED), mirrored(NOTES));

        assertEquals(TAGGED.size(), rig.stored());
        assertTrue(rig.coverage(NOTES).complete().isPresent());
    }

    /** Like rust-nostr: all open requests are weighed together, and the refusal names the limit. */
    @Test
    void pagesFitBesideWhatIsLiveWhereAllIsWeighedTogether() throws InterruptedException {
        Set<String> topics = new HashSet<>(MANY.tags().get('t'));
        IntStream.range(0, 300).forEach(i -> topics.add("a topic of which there is nothing, number " + i));
        Filter large = NOTES.withTag('t', topics);
        int most = 2 * Codec.encode(large).length() - 2_000;
        Map<SubscriptionId, Integer> open = new ConcurrentHashMap<>();
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Close close) {
                open.remove(close.id());
            } else if (message instanceof ClientMessage.Req req) {
                open.put(req.id(), Codec.encode(req).length());
                if (open.values().stream().mapToInt(Integer::intValue).sum() > most) {
                    open.remove(req.id());
                    String text = "rate-limited: active subscriptions exceed max size " + most + " bytes";
                    connection.send(new RelayMessage.Closed(req.id(), text));
                    return true;
                }
            }
            return false;
        };

        Map<Filter, WalkEnd> ends = mirrored(large);

        assertTrue(ends.size() >= 3 && ends.values().stream().allMatch(WalkEnd::confirms), ends.toString());
        assertEquals(1, relay.connections.size());
        assertEquals(TAGGED.size(), rig.stored());
        assertEquals(Optional.of(Integer.toString(most)), rig.remembered(RelayMemory.RETAINED_BYTES));
    }
}
