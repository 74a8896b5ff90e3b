package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.plan.Demands;
import dev.sluice.plan.GitDemands;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What names a watched thread less directly takes turns where it is not live. Of twenty roots each field takes a REQ. */
@Timeout(60)
class TierCoverageTest {
    private static final KeyPair AUTHOR = TestEvents.keyPair(1);

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatIsNotLiveComesByTurns() throws InterruptedException {
        relay.maxSubscriptions = 3;
        try (PipeDialer dialer = dialer(3);
                Mirror mirror = start(dialer, 20)) {
            relay.hold(List.of(about('e', 0, Rig.T0)));
            rig.until(() -> Rig.isWalked(mirror));
            long published = rig.time.nanos();
            relay.publish(about('q', 3, rig.time.seconds()));
            relay.publish(about('E', 4, rig.time.seconds()));

            rig.until(() -> rig.stored() == 3);

            Duration passed = Duration.ofNanos(rig.time.nanos() - published);
            assertTrue(passed.compareTo(Rotation.TICK.multipliedBy(3)) <= 0, "after " + passed);
            assertTrue(relay.mostOpen.get() <= 3);
        }
    }

    @Test
    void aTierThatTheRelayEndsRotatesAndWhatIsEssentialStays() throws InterruptedException {
        relay.hold(List.of(about('e', 0, Rig.T0)));
        try (PipeDialer dialer = dialer(20);
                Mirror mirror = start(dialer, 20)) {
            rig.until(() -> Rig.isWalked(mirror) && liveFields().equals("eEq"));
            Set<SubscriptionId> essential = ids('e');
            SubscriptionId tier = ids('q').iterator().next();
            relay.newest().drop(tier);
            relay.newest().send(new RelayMessage.Closed(tier, "error: shutting down idle subscription"));

            rig.until(() -> liveFields().equals("e"));
            relay.publish(about('q', 3, rig.time.seconds()));
            rig.until(() -> rig.stored() == 2);
            assertEquals(essential, ids('e'));

            rig.until(() -> liveFields().equals("eEq"));
            assertEquals(essential, ids('e'));
            assertEquals(1, relay.connections.size());
        }
    }

    @Test
    void tiersGiveWayToWhatIsEssentialAndNoPartOfThatIsEverLive() throws InterruptedException {
        relay.hold(List.of(about('e', 0, Rig.T0)));
        relay.maxSubscriptions = 6;
        try (PipeDialer dialer = dialer(6);
                Mirror mirror = start(dialer, 20)) {
            rig.until(() -> Rig.isWalked(mirror) && liveFields().equals("eEq"));

            mirror.want(wanted(60));
            rig.until(() -> values('e') == 60);
            assertEquals("e", liveFields());
            mirror.want(wanted(20));
            rig.until(() -> liveFields().equals("eEq"));

            assertTrue(relay.mostOpen.get() <= 6, relay.mostOpen + " were open");
            assertEquals(1, relay.connections.size());
        }
    }

    private static PipeDialer dialer(PlayedRelay relay, int budget) {
        return PipeDialer.serving(relay).information(Rig.narrow(budget));
    }

    private PipeDialer dialer(int budget) {
        return dialer(relay, budget);
    }

    private Mirror start(PipeDialer dialer, int roots) {
        Mirror mirror = rig.start(Rig.growing(), dialer);
        mirror.want(wanted(roots));
        return mirror;
    }

    private static Map<RelayUrl, Demands> wanted(int roots) {
        return Map.of(
                Rig.URL,
                GitDemands.roots(IntStream.range(0, roots)
                        .mapToObj(TierCoverageTest::root)
                        .toList()));
    }

    /** The letters of the fields that are live, essential first. */
    private String liveFields() {
        Set<Character> fields = new TreeSet<>();
        live().forEach(filter -> fields.addAll(filter.tags().keySet()));
        StringBuilder text = new StringBuilder();
        for (char field : new char[] {'e', 'E', 'q'}) {
            if (fields.contains(field)) {
                text.append(field);
            }
        }
        return text.toString();
    }

    private long values(char field) {
        return live().stream()
                .mapToLong(filter -> filter.tags().getOrDefault(field, Set.of()).size())
                .sum();
    }

    private List<Filter> live() {
        return relay.newest().openFilters().stream()
                .filter(filter -> filter.limit().orElse(0) == 1)
                .toList();
    }

    private Set<SubscriptionId> ids(char field) {
        return relay.newest()
                .open(filter -> filter.limit().orElse(0) == 1 && filter.tags().containsKey(field));
    }

    private static String root(int number) {
        return "%064x".formatted(number + 1);
    }

    private static Event about(char letter, int number, long createdAt) {
        List<String> tag = List.of(String.valueOf(letter), root(number));
        return TestEvents.signed(AUTHOR, createdAt, 1, List.of(tag), letter + " " + number);
    }
}
