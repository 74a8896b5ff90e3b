package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.wire.PipeDialer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An EOSE without events is believed only where there is no reason to think that it hides something. */
@Timeout(60)
class EmptyAnswersTest {
    private static final List<Event> TAGGED = IntStream.range(0, 120)
            .mapToObj(i -> TestEvents.signed(
                    TestEvents.keyPair(1), Rig.T0 + i, 1, List.of(List.of("t", "topic" + i)), "note " + i))
            .toList();

    private static final Filter NOTES = Filter.ALL.withKinds(Set.of(1));
    private static final Filter REACTIONS = Filter.ALL.withKinds(Set.of(7));
    private static final Filter PRECISE = NOTES.withTag('t', Set.of("topic0", "topic1"));
    private static final Filter MANY =
            NOTES.withTag('t', IntStream.range(0, 80).mapToObj(i -> "topic" + i).collect(Collectors.toSet()));

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    private Map<Filter, WalkEnd> mirrored(PipeDialer dialer, Filter... watches) throws InterruptedException {
        try (dialer;
                Mirror mirror = rig.start(Rig.once(false, watches), dialer)) {
            rig.until(() -> mirror.snapshot().relays().stream().allMatch(one -> one.state() == Progress.State.ENDED));
            Map<Filter, WalkEnd> ends = new HashMap<>();
            mirror.awaitHistory().forEach(report -> ends.put(report.filter(), report.end()));
            return ends;
        }
    }

    private Map<Filter, WalkEnd> mirrored(PlayedProfile relay, Filter... watches) throws InterruptedException {
        rig.watch(() -> relay);
        return mirrored(relay.dialer(), watches);
    }

    private void holdHere(List<Event> events) throws InterruptedException {
        rig.archive.submit(new Write.Events(events, Guard.OPEN, false)).join();
    }

    /** Answers some filters with EOSE and nothing else. */
    private static PlayedRelay.Answers hiding(Predicate<Filter> hidden) {
        return (connection, message) -> {
            if (message instanceof ClientMessage.Req req
                    && req.filters().stream().allMatch(hidden)) {
                connection.eose(req.id());
                return true;
            }
            return false;
        };
    }

    private static long questions(PlayedRelay relay) {
        return relay.requests().size() - relay.pages().size();
    }

    // relays that are as they seem

    @ParameterizedTest
    @ValueSource(strings = {"", "chorus", "khatru", "nosflare", "strfry"})
    void aRelayThatIsEmptyIsConfirmedForOneMoreRequestAtMost(String profile) throws InterruptedException {
        if (profile.isEmpty()) {
            PlayedRelay relay = new PlayedRelay();
            assertEquals(Map.of(NOTES, WalkEnd.DRAINED), mirrored(PipeDialer.serving(relay), NOTES));
            assertEquals(3, relay.requests().size(), "live, a page, and whether there is anything at all");
            return;
        }
        try (PlayedProfile relay = new PlayedProfile(profile, rig.time)) {
            assertEquals(Map.of(NOTES, WalkEnd.DRAINED), mirrored(relay, NOTES));
            assertEquals(3, relay.requests().size());
        }
        assertTrue(rig.coverage(NOTES).complete().isPresent());
    }

    @Test
    void aFilterThatNamesEnoughIsBelievedWithoutAQuestion() throws InterruptedException {
        PlayedRelay relay = new PlayedRelay();

        assertEquals(Map.of(PRECISE, WalkEnd.DRAINED), mirrored(PipeDialer.serving(relay), PRECISE));

        assertEquals(2, relay.requests().size());
    }

    @Test
    void aRelayThatShowsWhatItHasToAFilterThatLooksTheSameIsBelieved() throws InterruptedException {
        PlayedRelay relay = new PlayedRelay().hold(TAGGED);

        assertEquals(Map.of(REACTIONS, WalkEnd.DRAINED), mirrored(PipeDialer.serving(relay), REACTIONS));

        // whether there is anything at all, and then what it showed by its kind
        assertEquals(2, relay.requests().size() - 2);
        assertEquals(
                NOTES.withLimit(OptionalInt.of(1)),
                relay.requests().get(3).filters().get(0));
        assertEquals(0, rig.stored(), "what was not watched is not kept");
    }

    @Test
    void oneQuestionServesAllFiltersOfAShape() throws InterruptedException {
        PlayedRelay relay = new PlayedRelay().hold(TAGGED);
        Filter[] watches = IntStream.range(100, 120)
                .mapToObj(kind -> Filter.ALL.withKinds(Set.of(kind)))
                .toArray(Filter[]::new);

        Collection<WalkEnd> ends = mirrored(PipeDialer.serving(relay), watches).values();

        assertTrue(ends.stream().allMatch(WalkEnd::confirms), ends.toString());
        assertTrue(questions(relay) <= 2 + 2, questions(relay) + " questions and live requests");
    }

    @Test
    void whatIsHeldHereAndNotThereIsAskedForOnceInAConnection() throws InterruptedException {
        holdHere(TAGGED);
        PlayedRelay relay = new PlayedRelay();
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(PRECISE), dialer)) {
            long end = rig.time.nanos() + java.time.Duration.ofHours(5).toNanos();
            rig.until(() -> rig.time.reached(end));

            assertEquals(
                    WalkEnd.DRAINED,
                    mirror.snapshot().relays().get(0).walks().get(0).end().orElseThrow());
        }
        assertEquals(
                1,
                relay.requests().stream()
                        .filter(req -> req.filters().get(0).ids() != null)
                        .count());
    }

    @Test
    void aRelayThatRefusesOpenFiltersAloudIsBelievedWhenItIsSilent() throws InterruptedException {
        PlayedRelay relay = new PlayedRelay();
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Req req && req.filters().get(0).kinds() == null) {
                connection.send(new RelayMessage.Closed(req.id(), "invalid: filter must have a condition"));
                connection.drop(req.id());
                return true;
            }
            return false;
        };

        assertEquals(Map.of(REACTIONS, WalkEnd.DRAINED), mirrored(PipeDialer.serving(relay), REACTIONS));
    }

    @Test
    void whatComesBetweenAPageAndAQuestionWasNotHidden() throws InterruptedException {
        Event fresh = TestEvents.signed(TestEvents.keyPair(1), Rig.T0, 1, List.of(List.of("t", "topic1")), "fresh");
        PlayedRelay relay = new PlayedRelay();
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Req req
                    && req.filters().get(0).limit().orElse(1) > 1) {
                relay.answers = (other, later) -> false;
                relay.publish(fresh);
                while (rig.stored() == 0) {
                    Thread.onSpinWait();
                }
                connection.eose(req.id());
                return true;
            }
            return false;
        };

        assertEquals(Map.of(PRECISE, WalkEnd.DRAINED), mirrored(PipeDialer.serving(relay), PRECISE));

        assertTrue(rig.coverage(PRECISE).complete().isPresent());
    }

    // relays that hide

    @Test
    void whatTheRelayShowsByIdAndNotToTheFilterIsHidden() throws InterruptedException {
        holdHere(TAGGED.subList(0, 3));
        PlayedRelay relay = new PlayedRelay().hold(TAGGED);
        relay.answers = hiding(filter -> filter.ids() == null);

        assertEquals(Map.of(PRECISE, WalkEnd.UNANSWERED), mirrored(PipeDialer.serving(relay), PRECISE));

        assertEquals(Coverage.NONE, rig.coverage(PRECISE));
    }

    @Test
    void aScraperGuardThatSaysNothingConfirmsNothing() throws InterruptedException {
        try (PlayedProfile relay = new PlayedProfile("nostr-rs-relay", rig.time).hold(TAGGED)) {
            assertEquals(Map.of(NOTES, WalkEnd.UNANSWERED), mirrored(relay, NOTES));
            assertTrue(relay.requests().size() <= 4, relay.requests().toString());
        }
        assertEquals(Coverage.NONE, rig.coverage(NOTES));
    }

    @Test
    void aScraperGuardConfirmsNothingOfATagAloneEither() throws InterruptedException {
        Filter tag = Filter.ALL.withTag('t', Set.of("topic0", "topic1"));
        try (PlayedProfile relay = new PlayedProfile("nostr-rs-relay", rig.time).hold(TAGGED)) {
            assertEquals(Map.of(tag, WalkEnd.UNANSWERED), mirrored(relay, tag));
        }
        assertEquals(Coverage.NONE, rig.coverage(tag));
    }

    @Test
    void aScraperGuardIsFoundOutByWhatOtherFiltersShow() throws InterruptedException {
        // no word of its software
        PlayedRelay relay = new PlayedRelay().hold(TAGGED);
        relay.answers = hiding(filter -> filter.ids() == null && filter.tags().isEmpty());

        Map<Filter, WalkEnd> ends = mirrored(PipeDialer.serving(relay), PRECISE, REACTIONS);

        assertEquals(Map.of(PRECISE, WalkEnd.DRAINED, REACTIONS, WalkEnd.UNANSWERED), ends);
        assertEquals(Coverage.NONE, rig.coverage(REACTIONS));
    }

    @Test
    void aScraperGuardHidesNothingFromAMirrorThatKnowsSomeOfIt() throws InterruptedException {
        holdHere(TAGGED.subList(0, 50));
        try (PlayedProfile relay = new PlayedProfile("nostr-rs-relay", rig.time).hold(TAGGED)) {
            assertEquals(Map.of(NOTES, WalkEnd.UNANSWERED), mirrored(relay, NOTES));
        }
        assertEquals(Coverage.NONE, rig.coverage(NOTES));
    }

    @Test
    void whatIsTooHeavyToBeAnsweredIsCutUntilItIs() throws InterruptedException {
        try (PlayedProfile relay = new PlayedProfile("nosflare", rig.time).hold(TAGGED)) {
            Map<Filter, WalkEnd> ends = mirrored(relay, MANY);

            assertTrue(ends.size() > 1 && ends.values().stream().allMatch(WalkEnd::confirms), ends.toString());
            rig.assertHolds(TAGGED.subList(0, 80));
            assertEquals(80, rig.stored());
        }
        assertEquals(Coverage.NONE, rig.coverage(MANY));
    }

    @Test
    void anEmptyRelayOfThatSoftwareIsConfirmedInParts() throws InterruptedException {
        try (PlayedProfile relay = new PlayedProfile("nosflare", rig.time)) {
            Map<Filter, WalkEnd> ends = mirrored(relay, MANY);

            assertEquals(Set.of(WalkEnd.DRAINED), Set.copyOf(ends.values()));
        }
    }

    @Test
    void aHiddenFilterIsTriedAgainAndFetchedOnceTheRelayAnswersIt() throws InterruptedException {
        holdHere(TAGGED.subList(0, 1));
        PlayedRelay relay = new PlayedRelay().hold(TAGGED);
        relay.answers = hiding(filter -> filter.ids() == null);
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(NOTES), dialer)) {
            rig.until(() -> mirror.snapshot().relays().get(0).walks().stream()
                    .anyMatch(walk -> walk.end().equals(Optional.of(WalkEnd.UNANSWERED))));
            relay.answers = (connection, message) -> false;

            rig.until(() -> rig.stored() == TAGGED.size());
        }
    }

    @Test
    void aFilterThatWasBelievedIsLookedAtAgainOnceSomethingIsHeldOfALaterWindow() throws InterruptedException {
        PlayedRelay relay = new PlayedRelay();
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(PRECISE), dialer)) {
            // twice: all of it, and a window of it
            rig.until(() -> relay.pages().size() == 2 && end(mirror).equals(Optional.of(WalkEnd.DRAINED)));
            Event fresh = TestEvents.signed(
                    TestEvents.keyPair(1), rig.time.seconds(), 1, List.of(List.of("t", "topic1")), "fresh");
            holdHere(List.of(fresh));
            relay.hold(List.of(fresh));
            relay.answers = hiding(filter -> filter.ids() == null);

            rig.until(() -> end(mirror).equals(Optional.of(WalkEnd.UNANSWERED)));

            assertTrue(rig.coverage(PRECISE).complete().orElseThrow().to() <= fresh.createdAt());
        }
    }

    private static Optional<WalkEnd> end(Mirror mirror) {
        return mirror.snapshot().relays().get(0).walks().stream().findFirst().flatMap(Progress.Walk::end);
    }

    @ParameterizedTest
    @ValueSource(strings = {"the stars are not right", "error: database is locked"})
    void aNoticeBeforeTheEoseLeavesItUnconfirmed(String notice) throws InterruptedException {
        PlayedRelay relay = new PlayedRelay().hold(TAGGED);
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Req req
                    && req.filters().get(0).limit().orElse(1) > 1) {
                connection.send(new RelayMessage.Notice(notice));
                connection.eose(req.id());
                return true;
            }
            return false;
        };

        assertEquals(Map.of(PRECISE, WalkEnd.CLOSED), mirrored(PipeDialer.serving(relay), PRECISE));

        assertEquals(Coverage.NONE, rig.coverage(PRECISE));
    }
}
