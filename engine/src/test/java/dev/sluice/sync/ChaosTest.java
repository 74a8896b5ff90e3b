package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.wire.PipeDialer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that are cut, requests that are refused and processes that end, all at random: coverage never lies. */
@Timeout(60)
class ChaosTest {
    private static final List<Event> NOTES = notes();

    /** Dense in places, so that pages end within a second. */
    private static List<Event> notes() {
        SplittableRandom random = new SplittableRandom(11);
        return IntStream.range(0, 900)
                .mapToObj(i -> Rig.note(Rig.T0 + random.nextInt(300), "note " + i))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void coverageIsNeverAheadOfWhatIsHeld(long seed) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        PlayedRelay relay = new PlayedRelay().hold(NOTES);
        relay.cap = 60;
        relay.answers = (connection, message) -> misbehave(random, relay, connection, message);
        try (Rig rig = new Rig()) {
            for (int life = 0; life < 4; life++) {
                long enough = rig.stored() + random.nextInt(50, 300);
                try (PipeDialer dialer = PipeDialer.serving(relay);
                        Mirror mirror = rig.start(Rig.staying(Filter.ALL), dialer)) {
                    int left = random.nextInt(5, 60);
                    int before = relay.messages.size();
                    rig.until(() -> {
                        assertHonest(rig);
                        return rig.stored() >= enough || relay.messages.size() >= before + left;
                    });
                    assertEquals(1, mirror.snapshot().relays().size());
                }
                assertHonest(rig);
            }
            relay.answers = (connection, message) -> false;

            List<WalkReport> reports = rig.run(Rig.once(true, Filter.ALL), relay);

            assertEquals(WalkEnd.DRAINED, reports.get(0).end(), "seed " + seed);
            assertEquals(900, rig.stored(), "seed " + seed);
        }
    }

    /** Whatever the coverage says is held is held. */
    private static void assertHonest(Rig rig) {
        try {
            // coverage first: what it says must be true of whatever is held from then on
            Coverage coverage = rig.coverage(Filter.ALL);
            for (Event event : NOTES) {
                boolean covered = coverage.walk()
                                .map(walk -> event.createdAt() >= walk.cursor() && event.createdAt() <= walk.start())
                                .orElse(false)
                        || coverage.complete()
                                .map(held -> event.createdAt() >= held.from() && event.createdAt() <= held.to())
                                .orElse(false);
                assertTrue(!covered || rig.archive.event(event.id()).isPresent(), () -> coverage + " lacks " + event);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean misbehave(
            SplittableRandom random, PlayedRelay relay, PlayedRelay.Connection connection, ClientMessage message)
            throws InterruptedException {
        if (!(message instanceof ClientMessage.Req req)) {
            return false;
        }
        switch (random.nextInt(12)) {
            case 0 -> connection.peer.hangUp();
            case 1 -> {
                sendSome(random, relay, connection, req);
                connection.peer.hangUp();
            }
            case 2 -> {
                sendSome(random, relay, connection, req);
                connection.send(new RelayMessage.Closed(req.id(), "error: query failed"));
            }
            case 3 -> connection.send(new RelayMessage.Notice("who knows"));
            case 4 -> {
                sendSome(random, relay, connection, req);
                connection.send(new RelayMessage.Notice("who knows"));
                connection.eose(req.id());
            }
            case 5 -> {
                return true;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void sendSome(
            SplittableRandom random, PlayedRelay relay, PlayedRelay.Connection connection, ClientMessage.Req req)
            throws InterruptedException {
        List<Event> page = relay.page(req.filters().get(0));
        for (Event event : page.subList(0, random.nextInt(page.size() + 1))) {
            connection.send(new RelayMessage.Delivery(req.id(), event));
        }
    }
}
