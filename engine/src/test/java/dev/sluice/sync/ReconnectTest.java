package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Counter;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Live coverage, its breaks, and what is owed after them. */
@Timeout(30)
class ReconnectTest {
    private static final Dialer.Dialed.Failed DOWN =
            new Dialer.Dialed.Failed(Dialer.Failure.UNREACHABLE, 0, 0, "refused");

    private final Rig rig = new Rig();
    private final PlayedRelay relay = new PlayedRelay();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatIsPublishedIsStored() throws InterruptedException {
        Event fresh = Rig.note(1_750_000_100, "fresh");
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);

            relay.publish(fresh);
            // readers see an event before its request is told what became of it
            rig.until(() -> relay(mirror).stored() == 1);

            assertEquals(Progress.State.LIVE, relay(mirror).state());
            rig.assertHolds(List.of(fresh));
        }
    }

    @Test
    void eventsOfTheSameSecondThatAnEndSeparatesAllArrive() throws InterruptedException {
        List<Event> same = LongStream.range(0, 3)
                .mapToObj(i -> Rig.note(1_750_000_050, "same second " + i))
                .toList();
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);
            relay.publish(same.get(0));
            rig.until(() -> rig.stored() == 1);
            relay.newest().peer.hangUp();
            relay.hold(same.subList(1, 3));

            rig.until(() -> rig.stored() == 3);

            rig.assertHolds(same);
        }
    }

    @Test
    void aRelayThatComesBackIsHeardAgainAndTheGapIsFilled() throws InterruptedException {
        Event missed = Rig.note(1_750_000_030, "missed");
        Event heard = Rig.note(1_750_000_300, "heard");
        PipeDialer serving = PipeDialer.serving(relay);
        try (PipeDialer dialer = serving;
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);
            dialer.failing(DOWN, DOWN, DOWN);
            relay.newest().peer.hangUp();
            relay.hold(List.of(missed));
            rig.until(() -> relay.connections.size() == 2 && relay(mirror).state() == Progress.State.LIVE);
            rig.until(() -> rig.stored() == 1);

            relay.publish(heard);
            rig.until(() -> rig.stored() == 2);

            assertEquals(5, dialer.dials());
            rig.assertHolds(List.of(missed, heard));
        }
    }

    @Test
    void afterEachOfFiveEndsLiveIsOpenAgainAndWhatWasMissedIsThere() throws InterruptedException {
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);
            for (int cycle = 1; cycle <= 5; cycle++) {
                int connections = relay.connections.size();
                Event missed = Rig.note(rig.time.seconds(), "missed " + cycle);
                relay.newest().peer.hangUp();
                relay.hold(List.of(missed));
                rig.until(() -> relay.connections.size() == connections + 1
                        && relay(mirror).state() == Progress.State.LIVE);
                Event heard = Rig.note(rig.time.seconds(), "heard " + cycle);
                relay.publish(heard);
                int wanted = 2 * cycle;
                rig.until(() -> rig.stored() == wanted);
                rig.assertHolds(List.of(missed, heard));
            }
        }
    }

    @Test
    void aRelayThatFloodsIsDialledAgainOnlyAfterItsPauseAndTheGapIsFilled() throws InterruptedException {
        Event missed = Rig.note(1_750_000_040, "missed");
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);
            PlayedRelay.Connection flooding = relay.newest();
            while (flooding.peer.text("[\"NOTICE\",\"hello\"]")) {
                assertEquals(Set.of(), rig.metrics.beyond());
            }
            long hungUpNanos = rig.time.nanos();
            relay.hold(List.of(missed));

            rig.until(() -> relay.connections.size() == 2 && relay(mirror).state() == Progress.State.LIVE);
            rig.until(() -> rig.stored() == 1);

            assertTrue(rig.time.nanos() - hungUpNanos >= Duration.ofMinutes(5).toNanos());
            assertEquals(1, rig.metrics.value(Counter.PAUSES_FLOOD));
        }
    }

    @Test
    void aLiveSubscriptionThatTheRelayEndsIsOpenedAnewAndItsDebtPaid() throws InterruptedException {
        Event missed = Rig.note(1_750_000_010, "missed");
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);
            PlayedRelay.Connection connection = relay.newest();
            var id = connection.live().orElseThrow();
            connection.drop(id);
            relay.hold(List.of(missed));
            connection.send(new RelayMessage.Closed(id, "error: shutting down"));

            rig.until(() -> rig.stored() == 1);
            rig.until(() -> relay(mirror).state() == Progress.State.LIVE);

            assertEquals(1, relay.connections.size());
            assertEquals(1, connection.openSubscriptions());
        }
    }

    @Test
    void historyThatALiveSubscriptionBringsIsTaken() throws InterruptedException {
        List<Event> notes = Rig.notes(Rig.T0, 300);
        relay.hold(notes);
        relay.answers = (connection, message) -> {
            if (message instanceof ClientMessage.Req req
                    && req.filters().get(0).limit().equals(OptionalInt.of(1))) {
                for (Event event : notes) {
                    connection.send(new RelayMessage.Delivery(req.id(), event));
                }
                connection.eose(req.id());
                return true;
            }
            return false;
        };
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);

            assertEquals(300, rig.stored());
            assertEquals(1, relay.connections.size());
        }
    }

    @Test
    void theNumberOfOpenSubscriptionsStaysTheSameForMoreThanADay() throws InterruptedException {
        relay.hold(Rig.notes(Rig.T0, 10));
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);
            long end = rig.time.nanos() + Duration.ofHours(30).toNanos();
            rig.until(() -> rig.time.reached(end));
            rig.until(() -> relay.newest().openSubscriptions() == 1);

            int pages = relay.pages().size();
            assertTrue(pages >= 25 && pages <= 70, pages + " pages: once an hour the top is checked");
            assertEquals(1, relay.connections.size());
        }
    }

    @Test
    void aConnectionThatDropsAtOnceIsDialledEverMoreRarely() throws InterruptedException {
        relay.answers = (connection, message) -> {
            connection.peer.hangUp();
            return true;
        };
        long start = rig.time.nanos();
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            rig.until(() -> rig.time.nanos() - start > Duration.ofHours(2).toNanos());

            assertTrue(relay.connections.size() <= 12, relay.connections.size() + " dials in two hours");
            assertEquals(1, mirror.snapshot().relays().size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void aRelayThatDoesNotWantUsIsAskedOnceAnHourAtMost(int status) throws InterruptedException {
        Dialer.Dialed.Failed no = new Dialer.Dialed.Failed(Dialer.Failure.HANDSHAKE, status, 0, "no");
        long start = rig.time.nanos();
        try (PipeDialer dialer = PipeDialer.serving(relay).failing(no, no, no, no, no, no);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            rig.until(() -> dialer.dials() == 4);

            Duration passed = Duration.ofNanos(rig.time.nanos() - start);
            assertTrue(passed.toHours() >= 1 + 2 + 4, "four dials in " + passed);
            assertEquals(1, mirror.snapshot().relays().size());
        }
    }

    @Test
    void aConnectionThatFellSilentIsReplaced() throws InterruptedException {
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);
            relay.newest().peer.fallSilent();

            rig.until(() -> relay.connections.size() == 2 && relay(mirror).state() == Progress.State.LIVE);
        }
    }

    @Test
    void aRelayThatWedgesAfterAnOverdraftIsDialledAgainWithALowerBudget() throws InterruptedException {
        relay.hold(Rig.notes(Rig.T0, 100));
        relay.maxSubscriptions = 11;
        relay.wedges = true;
        Filter[] watches = java.util.stream.IntStream.range(0, 150)
                .mapToObj(i -> Filter.ALL.withKinds(java.util.Set.of(i)))
                .toArray(Filter[]::new);
        try (PipeDialer dialer = PipeDialer.serving(relay).information("{\"limitation\":{\"max_subscriptions\":20}}");
                Mirror mirror = rig.start(Rig.staying(watches), dialer)) {
            rig.until(() -> relay.connections.size() >= 2
                    && relay(mirror).walks().stream()
                            .anyMatch(walk -> walk.end().isPresent()));

            assertTrue(relay.newest().openSubscriptions() <= 11);
        }
    }

    @Test
    void afterABreakAllIsWalkedAgainWithinADay() throws InterruptedException {
        relay.hold(Rig.notes(Rig.T0, 700));
        Event backdated = Rig.note(Rig.T0 - 1_000, "came while nobody listened");
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
            untilDrained(mirror);
            long broken = rig.time.nanos();
            relay.newest().peer.hangUp();
            relay.hold(List.of(backdated));

            rig.until(() -> rig.stored() == 701);

            Duration passed = Duration.ofNanos(rig.time.nanos() - broken);
            assertTrue(passed.compareTo(Duration.ofHours(24)) < 0, "after " + passed);
            assertEquals(2, relay.connections.size());
        }
    }

    private void untilDrained(Mirror mirror) throws InterruptedException {
        rig.until(() -> relay(mirror).walks().stream()
                .allMatch(walk -> walk.end().equals(java.util.Optional.of(WalkEnd.DRAINED))));
    }

    private static Progress.Relay relay(Mirror mirror) {
        Progress.Relay relay = mirror.snapshot().relays().get(0);
        return relay.walks().isEmpty()
                ? new Progress.Relay(relay.relay(), relay.state(), 0, 0, 0, 0, 0, 0, none())
                : relay;
    }

    private static List<Progress.Walk> none() {
        return List.of(new Progress.Walk(Filter.ALL, java.util.OptionalLong.empty(), java.util.Optional.empty()));
    }
}
