package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.TestEvents;
import dev.sluice.profile.Occasion;
import dev.sluice.profile.Profile;
import dev.sluice.wire.PipeDialer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A mirror gets all there is from every kind of relay, and none has to refuse anything. */
@Timeout(60)
class ForeignRelaysTest {
    private static final List<Event> EVENTS = IntStream.range(0, 1_300)
            .mapToObj(i -> TestEvents.signed(
                    TestEvents.keyPair(1), Rig.T0 + i, 1, List.of(List.of("t", i % 2 == 0 ? "even" : "odd")), "n" + i))
            .toList();

    private static final Filter EVEN = Filter.ALL.withKinds(Set.of(1)).withTag('t', Set.of("even"));
    private static final Filter ODD = Filter.ALL.withKinds(Set.of(1)).withTag('t', Set.of("odd"));

    private final Rig rig = new Rig();

    static Stream<String> profiles() {
        return Profile.standard().keySet().stream();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void allIsFetchedAndNothingIsRefused(String profile) throws InterruptedException {
        try (PlayedProfile relay = new PlayedProfile(profile, rig.time).hold(EVENTS)) {
            assertComplete(relay);

            assertEquals(Map.of(), relay.counts().refused());
        }
    }

    /** Whether a relay does negentropy can only be tried, once; everything else is in its document or our constants. */
    @ParameterizedTest
    @MethodSource("profiles")
    void whatIsMissingIsFetchedAndNothingIsRefusedThatCouldBeKnown(String profile) throws InterruptedException {
        List<Event> held = new ArrayList<>(EVENTS);
        held.subList(600, 640).clear();
        rig.archive.submit(new Write.Events(held, Guard.OPEN, false)).join();
        try (PlayedProfile relay = new PlayedProfile(profile, rig.time).hold(EVENTS)) {
            assertComplete(relay);

            Map<Occasion, Long> refused = new HashMap<>(relay.counts().refused());
            Long unsupported = refused.remove(Occasion.NEG);
            assertTrue(unsupported == null || unsupported == 1, "asked for negentropy " + unsupported + " times");
            assertEquals(Map.of(), refused);
        }
    }

    private void assertComplete(PlayedProfile relay) throws InterruptedException {
        rig.watch(() -> relay);
        try (PipeDialer dialer = relay.dialer();
                Mirror mirror = rig.start(Rig.once(false, EVEN, ODD), dialer)) {
            rig.until(() -> mirror.snapshot().relays().stream().allMatch(one -> one.state() == Progress.State.ENDED));

            assertEquals(
                    List.of(WalkEnd.DRAINED, WalkEnd.DRAINED),
                    mirror.awaitHistory().stream().map(WalkReport::end).toList());
            rig.assertHolds(EVENTS);
        }
    }
}
