package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.TestEvents;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.Field;
import dev.sluice.plan.Tier;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.Dialer.Dialed;
import dev.sluice.wire.PipeDialer;
import dev.sluice.wire.PipeSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where what is essential has no room on one connection, further ones share it, as long as the relay lets them. */
@Timeout(60)
class SeveralConnectionsTest {
    private static final KeyPair AUTHOR = TestEvents.keyPair(1);
    private static final Field E = Field.tag('e');

    /** Three live subscriptions of 22 ids each on one connection. */
    private static final String NARROW =
            "{\"limitation\":{\"max_subscriptions\":6,\"max_message_length\":2048},\"software\":\"%s\"}";

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();
    private final List<Event> published = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    /** With 20 subscriptions a connection has room for 17 REQs of 1,467 ids: 24,939. */
    @Test
    void sixtyThousandRootsTakeThreeConnectionsAndTheyGoOnce() throws Exception {
        relay.maxSubscriptions = 20;
        relay.answers = (connection, message) -> {
            publishAbout(message);
            return false;
        };
        try (PipeDialer dialer = PipeDialer.serving(relay).information("{\"limitation\":{\"max_subscriptions\":20}}");
                Mirror mirror = start(dialer)) {
            mirror.want(wanted(5_000));
            rig.until(() -> isLive(mirror, 1, 5_000));
            mirror.want(wanted(60_000));
            rig.until(() -> isLive(mirror, 3, 60_000));

            for (PlayedRelay.Connection connection : open()) {
                long old = liveValues(connection)
                        .filter(value -> Integer.parseInt(value, 16) < 5_000)
                        .count();
                assertTrue(Math.abs(old - 5_000 / 3) < 5_000 / 3 * 0.1, old + " of those that were there");
            }
            assertEquals(3, dialer.dials());

            mirror.want(wanted(4_000));
            rig.until(() -> isLive(mirror, 1, 4_000));
            rig.until(() -> rig.stored() == published.size());
            assertEquals(3, dialer.dials());
            assertTrue(relay.mostOpen.get() <= 20, relay.mostOpen + " were open");
            assertEquals(0, rig.pauses());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "cut in handshake", "close", "cut at once", "notice"})
    void whereASecondIsRefusedThereIsOneAndItIsAsBefore(String how) throws Exception {
        try (PipeDialer dialer = dialer(second -> refuse(second, how));
                Mirror mirror = start(dialer)) {
            mirror.want(wanted(60));
            rig.until(() -> isLive(mirror, 1, 60));
            if (how.equals("status")) {
                dialer.failing(new Dialed.Failed(Dialer.Failure.HANDSHAKE, 429, 0, "429"));
            } else if (how.equals("cut in handshake")) {
                dialer.failing(new Dialed.Failed(Dialer.Failure.CUT_IN_HANDSHAKE, 0, 0, "cut"));
            }

            mirror.want(wanted(100));
            rig.until(() -> rig.remembered(RelayMemory.MAX_CONNECTIONS).equals(Optional.of("1")));
            rig.until(() -> state(mirror) == Progress.State.HISTORY_ONLY);
            assertFalse(relay.connections.get(0).ended);
            relay.publish(about(99, rig.time.seconds()));
            rig.until(() -> rig.stored() == 1);
            mirror.want(wanted(60));
            rig.until(() -> isLive(mirror, 1, 60));

            assertEquals(2, dialer.dials());
            assertEquals(0, rig.pauses());
        }
    }

    private static boolean refuse(PipeSocket.Peer peer, String how) throws InterruptedException {
        switch (how) {
            case "close" -> peer.close(1008, "too many connections from your address");
            case "cut at once" -> peer.hangUp();
            default -> peer.text("[\"NOTICE\",\"blocked: Blocked by too many connections\"]");
        }
        return true;
    }

    @Test
    void aRelayThatKeepsOnlyTheNewestGetsOne() throws Exception {
        try (PipeDialer dialer = dialer(second -> {
                    relay.connections.get(0).peer.hangUp();
                    return false;
                });
                Mirror mirror = start(dialer)) {
            mirror.want(wanted(60));
            rig.until(() -> isLive(mirror, 1, 60));
            mirror.want(wanted(100));
            rig.until(() -> rig.remembered(RelayMemory.MAX_CONNECTIONS).equals(Optional.of("1")));
            rig.until(() -> state(mirror) == Progress.State.HISTORY_ONLY && open().size() == 1);
            mirror.want(wanted(60));
            rig.until(() -> isLive(mirror, 1, 60));
        }
    }

    @Test
    void aConnectionThatIsLostTouchesNoOther() throws Exception {
        try (PipeDialer dialer = dialer(second -> false);
                Mirror mirror = start(dialer)) {
            mirror.want(wanted(100));
            rig.until(() -> isLive(mirror, 2, 100));
            for (int lost : new int[] {1, 0}) {
                long settled = rig.time.nanos();
                rig.until(
                        () -> rig.time.nanos() - settled > Duration.ofSeconds(5).toNanos());
                PlayedRelay.Connection other = open().get(1 - lost);
                Set<SubscriptionId> before = other.open(filter -> true);

                open().get(lost).peer.hangUp();
                rig.until(() -> state(mirror) != Progress.State.LIVE);
                publishAll(100);
                rig.until(() -> isLive(mirror, 2, 100) && rig.stored() == published.size());

                assertFalse(other.ended);
                assertTrue(other.open(filter -> true).containsAll(before));
            }
            assertEquals(4, dialer.dials());
            assertEquals(Optional.empty(), rig.remembered(RelayMemory.MAX_CONNECTIONS));
        }
    }

    /** With room for five the second connection can't come live; with room for six it can, and history is in want. */
    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void aRelayThatCountsOverAllConnectionsIsLeftWithOne(int most) throws Exception {
        relay.answers = (connection, message) -> {
            int all = open().stream()
                    .mapToInt(PlayedRelay.Connection::openSubscriptions)
                    .sum();
            boolean over = message instanceof ClientMessage.Req && all >= most;
            if (over) {
                connection.send(new RelayMessage.Notice("ERROR: too many concurrent REQs"));
            }
            return over;
        };
        try (PipeDialer dialer = dialer(second -> false);
                Mirror mirror = start(dialer)) {
            mirror.want(wanted(60));
            rig.until(() -> isLive(mirror, 1, 60));
            mirror.want(wanted(120));
            rig.until(() -> relay.connections.size() > 1 && (open().size() == 1 || isLive(mirror, 2, 120)));
            mirror.want(wanted(121));
            rig.until(() -> open().size() == 1 && state(mirror) == Progress.State.HISTORY_ONLY);
            assertTrue(relay.connections.size() <= 3, relay.connections.size() + " connections");
            assertEquals(Optional.empty(), rig.remembered(RelayMemory.MAX_SUBSCRIPTIONS));
            mirror.want(wanted(60));
            rig.until(() -> isLive(mirror, 1, 60));
        }
    }

    @Test
    void softwareThatTakesOneGetsOne() throws Exception {
        try (PipeDialer dialer = dialer(second -> false).information(String.format(NARROW, "https://x/haven"));
                Mirror mirror = start(dialer)) {
            mirror.want(wanted(100));
            rig.until(() -> state(mirror) == Progress.State.HISTORY_ONLY && isWalked(mirror));

            assertEquals(1, dialer.dials());
        }
    }

    // what is played

    /** A relay of which each connection after the first may be taken over. */
    private PipeDialer dialer(Further further) {
        return PipeDialer.serving(peer -> {
                    if (relay.connections.isEmpty() || !further.takes(peer)) {
                        relay.run(peer);
                    } else {
                        var unused = peer.awaitEnd();
                    }
                })
                .information(String.format(NARROW, ""));
    }

    private interface Further {
        boolean takes(PipeSocket.Peer peer) throws InterruptedException;
    }

    private Mirror start(PipeDialer dialer) {
        MirrorPlan plan = new MirrorPlan(List.of(), List.of(), false, Duration.ZERO, true, Optional.empty(), 4);
        return rig.start(plan, dialer);
    }

    /** Whenever something comes live there is news of something that was so before. */
    private void publishAbout(ClientMessage message) throws InterruptedException {
        if (message instanceof ClientMessage.Req req
                && req.filters().get(0).limit().orElse(0) == 1
                && published.size() < 300) {
            publish(published.size() * 13 % 4_000);
        }
    }

    private void publishAll(int roots) throws InterruptedException {
        for (int root = 0; root < roots; root++) {
            publish(root);
        }
    }

    private synchronized void publish(int root) throws InterruptedException {
        Event event = TestEvents.signed(
                AUTHOR, rig.time.seconds(), 1, List.of(List.of("e", value(root))), "news " + published.size());
        published.add(event);
        relay.publish(event);
    }

    private List<PlayedRelay.Connection> open() {
        return relay.connections.stream()
                .filter(connection -> !connection.ended)
                .toList();
    }

    private static Stream<String> liveValues(PlayedRelay.Connection connection) {
        Predicate<Filter> isLive = filter -> filter.limit().orElse(0) == 1;
        return connection.openFilters().stream()
                .filter(isLive)
                .flatMap(filter -> filter.tags().getOrDefault('e', Set.of()).stream());
    }

    private boolean isLive(Mirror mirror, int connections, int roots) {
        return state(mirror) == Progress.State.LIVE
                && open().size() == connections
                && open().stream().mapToLong(one -> liveValues(one).count()).sum() == roots;
    }

    private static Progress.State state(Mirror mirror) {
        return mirror.snapshot().relays().get(0).state();
    }

    private static boolean isWalked(Mirror mirror) {
        List<Progress.Walk> walks = mirror.snapshot().relays().get(0).walks();
        return !walks.isEmpty() && walks.stream().allMatch(walk -> walk.end().isPresent());
    }

    private static Map<RelayUrl, Demands> wanted(int roots) {
        List<String> all = IntStream.range(0, roots)
                .mapToObj(SeveralConnectionsTest::value)
                .toList();
        return Map.of(Rig.URL, Demands.of(Demand.of(Tier.ESSENTIAL, Filter.ALL, E, all)));
    }

    private static String value(int number) {
        return "%064x".formatted(number);
    }

    private static Event about(int number, long createdAt) {
        return TestEvents.signed(AUTHOR, createdAt, 1, List.of(List.of("e", value(number))), "about " + number);
    }
}
