package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Filter;
import dev.sluice.profile.Occasion;
import dev.sluice.wire.PipeDialer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large live sets on foreign relays: what can't be known is learned from one refusal, and never asked again. */
@Timeout(120)
class ForeignLiveTest {
    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    private static Filter[] kinds(int count) {
        return IntStream.range(0, count)
                .mapToObj(kind -> Filter.ALL.withKinds(Set.of(kind)))
                .toArray(Filter[]::new);
    }

    /** Filters of 30,000 bytes each. */
    private static Filter[] heavy(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> Filter.ALL.withTag(
                        't',
                        IntStream.range(0, 1_200)
                                .mapToObj(i -> String.format("topic %06d of %06d", i, number))
                                .collect(Collectors.toSet())))
                .toArray(Filter[]::new);
    }

    private static Progress.Relay of(Mirror mirror) {
        return mirror.snapshot().relays().get(0);
    }

    private void untilLive(Mirror mirror) throws InterruptedException {
        rig.until(() -> of(mirror).state() == Progress.State.LIVE);
    }

    /** Whether a relay does negentropy can only be tried. */
    private static Map<Occasion, Long> refused(PlayedProfile relay) {
        Map<Occasion, Long> refused = new HashMap<>(relay.counts().refused());
        refused.remove(Occasion.NEG);
        return refused;
    }

    /** A connection, another one of the same process, and one of the next process: what was refused after each. */
    private List<Map<Occasion, Long>> refusals(PlayedProfile relay, Filter... watches) throws InterruptedException {
        rig.watch(() -> relay);
        Map<Occasion, Long> first;
        Map<Occasion, Long> second;
        try (PipeDialer dialer = relay.dialer();
                Mirror mirror = rig.start(Rig.staying(watches), dialer)) {
            untilLive(mirror);
            rig.until(() ->
                    of(mirror).walks().stream().allMatch(walk -> walk.end().isPresent()));
            first = refused(relay);
            relay.hangUp();
            rig.until(() -> dialer.dials() == 2);
            untilLive(mirror);
            second = refused(relay);
        }
        try (PipeDialer dialer = relay.dialer();
                Mirror mirror = rig.start(Rig.staying(watches), dialer)) {
            untilLive(mirror);
            return List.of(first, second, refused(relay));
        }
    }

    @Test
    void theBytesOfAllSubscriptionsAreLearnedOnce() throws InterruptedException {
        try (PlayedProfile relay = new PlayedProfile("rust-nostr", rig.time).hold(Rig.notes(Rig.T0, 1))) {
            // 1.3 MB where 1 MiB is borne, in fifteen subscriptions of three filters
            List<Map<Occasion, Long>> refused = refusals(relay, heavy(44));

            Map<Occasion, Long> once = Map.of(Occasion.RETAINED_BYTES, 1L);
            assertEquals(List.of(once, once, once), refused);
        }
    }

    @Test
    void tenFiltersAndTenSubscriptionsAreKeptTo() throws InterruptedException {
        try (PlayedProfile relay = new PlayedProfile("nostream", rig.time).hold(Rig.notes(Rig.T0, 1))) {
            assertEquals(List.of(Map.of(), Map.of(), Map.of()), refusals(relay, kinds(70)));
            assertTrue(relay.counts().mostSubscriptions() <= 10);
        }
    }

    /** The ladder begins anew with each connection: seven filters are refused, and two pass. */
    @Test
    void theNumberOfFiltersIsLearnedStepByStepInEachConnection() throws InterruptedException {
        try (PlayedProfile relay = new PlayedProfile("strfry-strict", rig.time).hold(Rig.notes(Rig.T0, 1))) {
            assertEquals(
                    List.of(Map.of(Occasion.FILTERS, 1L), Map.of(Occasion.FILTERS, 2L), Map.of(Occasion.FILTERS, 3L)),
                    refusals(relay, kinds(7)));
        }
    }
}
