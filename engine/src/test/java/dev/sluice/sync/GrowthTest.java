package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Field;
import dev.sluice.plan.Tier;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
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

/** What is wanted of a relay changes while it is mirrored. */
@Timeout(60)
class GrowthTest {
    private static final KeyPair AUTHOR = TestEvents.keyPair(1);
    private static final Field E = Field.tag('e');

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();
    private final PipeDialer dialer = PipeDialer.serving(relay);
    private final Mirror mirror = rig.start(Rig.growing(), dialer);

    @AfterEach
    void close() {
        mirror.close();
        dialer.close();
        rig.close();
    }

    @Test
    void aRelayComesWithWhatIsWantedOfItAndGoesWithIt() throws Exception {
        relay.hold(List.of(about(0, Rig.T0)));

        mirror.want(wanted(1));
        rig.until(() -> isLive() && rig.stored() == 1);
        mirror.want(Map.of());
        rig.until(() -> mirror.snapshot().relays().isEmpty() && relay.newest().ended);

        assertEquals(1, dialer.dials());
    }

    @Test
    void whatIsNewIsLiveWithinATickAndOnlyItsHistoryIsAskedFor() throws Exception {
        relay.hold(List.of(about(0, Rig.T0), about(1, Rig.T0 + 1)));
        mirror.want(wanted(1));
        rig.until(() -> isLive() && isWalked());
        int pages = relay.pages().size();

        mirror.want(wanted(2));
        long asked = rig.time.nanos();
        rig.until(() -> liveValues().equals(Set.of(value(0), value(1))));
        assertTrue(rig.time.nanos() - asked <= Duration.ofSeconds(6).toNanos());
        rig.until(() -> rig.stored() == 2);
        relay.publish(about(1, rig.time.seconds()));
        rig.until(() -> rig.stored() == 3);

        List<Filter> later = relay.pages().subList(pages, relay.pages().size());
        assertFalse(later.isEmpty());
        later.forEach(page -> assertEquals(Set.of(value(1)), page.tags().get('e')));
    }

    @Test
    void whatIsNoLongerWantedIsNoLongerLive() throws Exception {
        mirror.want(wanted(3));
        rig.until(this::isLive);

        mirror.want(wanted(1));
        rig.until(() -> liveValues().equals(Set.of(value(0))));

        assertEquals(1, dialer.dials());
    }

    @Test
    void aMirrorThatGrowsHasNotEndedWhenItHasNoRelay() throws Exception {
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Boolean> joining = scope.fork("join", () -> {
                mirror.join();
                return true;
            });
            mirror.want(wanted(1));
            rig.until(this::isLive);
            mirror.want(Map.of());
            rig.until(() -> mirror.snapshot().relays().isEmpty() && relay.newest().ended);
            assertFalse(joining.ended());
        }
    }

    @Test
    void aSourceOfWhichNothingIsWantedIsNotDialledAndIsItsOwnWhenItIs() throws Exception {
        MirrorPlan plan = new MirrorPlan(
                List.of(new MirrorPlan.Source(Rig.URL, true)), List.of(), false, Duration.ZERO, true, Optional.empty());
        PlayedRelay own = new PlayedRelay();
        own.hold(Rig.notes(Rig.T0, 1));
        try (PipeDialer other = PipeDialer.serving(own);
                Mirror growing = rig.start(plan, other)) {
            assertEquals(List.of(), growing.snapshot().relays());
            growing.want(Map.of(Rig.URL, Demands.of(Demand.of(Tier.ESSENTIAL, Filter.ALL))));
            rig.until(() -> rig.stored() == 1 && !own.pages().isEmpty());
            // pages of more than 500 are for relays of the operator's own
            assertTrue(own.pages().get(0).limit().orElseThrow() > 500);
            growing.want(Map.of());
            rig.until(() -> growing.snapshot().relays().isEmpty() && own.newest().ended);
        }
    }

    private boolean isLive() {
        return mirror.snapshot().relays().stream().anyMatch(one -> one.state() == Progress.State.LIVE);
    }

    private boolean isWalked() {
        return mirror.snapshot().relays().get(0).walks().stream()
                .allMatch(walk -> walk.end().equals(Optional.of(WalkEnd.DRAINED)));
    }

    private Set<String> liveValues() {
        return relay.newest().openFilters().stream()
                .filter(filter -> filter.limit().orElse(0) == 1)
                .flatMap(filter -> filter.tags().getOrDefault('e', Set.of()).stream())
                .collect(Collectors.toSet());
    }

    private static Map<RelayUrl, Demands> wanted(int values) {
        List<String> all =
                IntStream.range(0, values).mapToObj(GrowthTest::value).toList();
        return Map.of(Rig.URL, Demands.of(Demand.of(Tier.ESSENTIAL, Filter.ALL, E, all)));
    }

    private static String value(int number) {
        return "%064x".formatted(number);
    }

    private static Event about(int number, long createdAt) {
        return TestEvents.signed(AUTHOR, createdAt, 1, List.of(List.of("e", value(number))), "about " + number);
    }
}
