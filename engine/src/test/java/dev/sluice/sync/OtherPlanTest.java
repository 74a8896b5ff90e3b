package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Tier;
import dev.sluice.sync.MirrorPlan.Source;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A mirror goes on by another plan. */
@Timeout(60)
class OtherPlanTest {
    private static final RelayUrl OTHER = RelayUrl.parse("wss://other.example").orElseThrow();

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();
    private final PipeDialer dialer = PipeDialer.serving(relay);

    @AfterEach
    void close() {
        dialer.close();
        rig.close();
    }

    @Test
    void tenMoreRootsAreAllThatIsAskedFor() throws Exception {
        relay.hold(List.of(about(0, Rig.T0), about(502, Rig.T0 + 1)));
        try (Mirror mirror = rig.start(plan(watch(0, 500)), dialer)) {
            rig.until(() ->
                    rig.stored() == 1 && Rig.isWalked(mirror) && liveValues().equals(values(0, 500)));
            int before = relay.requests().size();

            mirror.plan(plan(watch(0, 510)));
            rig.until(() ->
                    rig.stored() == 2 && Rig.isWalked(mirror) && liveValues().equals(values(0, 510)));

            assertEquals(1, dialer.dials());
            List<Filter> asked = relay
                    .requests()
                    .subList(before, relay.requests().size())
                    .stream()
                    .flatMap(req -> req.filters().stream())
                    .toList();
            asked.stream()
                    .filter(filter -> filter.limit().orElse(0) > 1)
                    .forEach(page -> assertEquals(values(500, 510), page.tags().get('e')));
            assertEquals(
                    1,
                    relay.requests().subList(before, relay.requests().size()).stream()
                            .filter(req -> req.filters().get(0).limit().orElse(0) == 1)
                            .count());
        }
    }

    @Test
    void theSamePlanAgainChangesNothing() throws Exception {
        try (Mirror mirror = rig.start(plan(watch(0, 10)), dialer)) {
            rig.until(() -> Rig.isWalked(mirror) && liveValues().equals(values(0, 10)));
            int before = relay.messages.size();

            mirror.plan(plan(watch(0, 10)));
            rig.time.advance(Duration.ofSeconds(20));
            rig.until(() -> rig.isQuiet(Duration.ofSeconds(1)));

            assertEquals(before, relay.messages.size());
            assertEquals(1, dialer.dials());
        }
    }

    @Test
    void relaysComeAndGoAndAMirrorWithoutAnyStays() throws Exception {
        try (Mirror mirror = rig.start(plan(watch(0, 1)), dialer)) {
            rig.until(() -> liveValues().equals(values(0, 1)));

            mirror.plan(MirrorPlan.staying(List.of(new Source(OTHER, false)), List.of(watch(0, 1))));
            rig.until(() -> relay.connections.size() == 2 && relay.connections.get(0).ended);
            assertEquals(
                    List.of(OTHER),
                    mirror.snapshot().relays().stream()
                            .map(Progress.Relay::relay)
                            .toList());
        }
    }

    @Test
    void aRelayThatBecomesOurOwnHasANewConnectionAfterTheOldOne() throws Exception {
        try (Mirror mirror = rig.start(plan(watch(0, 1)), dialer)) {
            rig.until(() -> liveValues().equals(values(0, 1)));

            mirror.plan(MirrorPlan.staying(List.of(new Source(Rig.URL, true)), List.of(watch(0, 1))));
            rig.until(() -> relay.connections.size() == 2 && liveValues().equals(values(0, 1)));

            assertTrue(relay.connections.get(0).ended);
            assertFalse(relay.connections.get(1).ended);
            assertEquals(1, mirror.snapshot().relays().size());
        }
    }

    @Test
    void whatIsWantedBesideThePlanStaysWanted() throws Exception {
        MirrorPlan grown = MirrorPlan.staying(List.of(new Source(Rig.URL, false)), List.of(watch(0, 1)))
                .growing(Optional.empty());
        try (Mirror mirror = rig.start(grown, dialer)) {
            mirror.want(Map.of(Rig.URL, Demands.of(Demand.watch(Tier.ESSENTIAL, watch(5, 6)))));
            rig.until(() -> liveValues().equals(Set.of(value(0), value(5))));

            mirror.plan(MirrorPlan.staying(List.of(new Source(Rig.URL, false)), List.of(watch(1, 2)))
                    .growing(Optional.empty()));
            rig.until(() -> liveValues().equals(Set.of(value(1), value(5))));
            assertEquals(1, dialer.dials());
        }
    }

    @Test
    void aMirrorThatEndsHasOnePlan() {
        MirrorPlan once = Rig.once(false, watch(0, 1));
        try (Mirror mirror = rig.start(once, dialer)) {
            assertThrows(IllegalArgumentException.class, () -> mirror.plan(plan(watch(0, 2))));
        }
        try (Mirror mirror = rig.start(plan(watch(0, 1)), dialer)) {
            assertThrows(IllegalArgumentException.class, () -> mirror.plan(once));
        }
    }

    private static MirrorPlan plan(Filter watch) {
        return Rig.staying(watch);
    }

    private static Filter watch(int from, int to) {
        return Filter.ALL.withTag('e', values(from, to));
    }

    private Set<String> liveValues() {
        return relay.connections.isEmpty()
                ? Set.of()
                : relay.newest().openFilters().stream()
                        .filter(filter -> filter.limit().orElse(0) == 1)
                        .flatMap(filter -> filter.tags().getOrDefault('e', Set.of()).stream())
                        .collect(Collectors.toSet());
    }

    private static Set<String> values(int from, int to) {
        return IntStream.range(from, to).mapToObj(OtherPlanTest::value).collect(Collectors.toSet());
    }

    private static String value(int number) {
        return "%064x".formatted(number);
    }

    private static Event about(int number, long createdAt) {
        return TestEvents.signed(
                TestEvents.keyPair(1), createdAt, 1, List.of(List.of("e", value(number))), "about " + number);
    }
}
