package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Item;
import dev.sluice.archive.Scan;
import dev.sluice.archive.Write;
import dev.sluice.negentropy.Difference;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.sync.SyncPlan.Direction;
import dev.sluice.wire.PipeDialer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One-shot reconciliation against our own relay, and against relays that lack something. */
class SyncTest {

    private static final List<Event> NOTES = Rig.notes(Rig.T0, 1_000);

    private final Rig rig = new Rig();
    private final ServedRelay relay = new ServedRelay(rig.time);
    private final List<String> said = new ArrayList<>();
    private int told;

    @AfterEach
    void close() {
        rig.close();
        relay.close();
    }

    @BeforeEach
    void watch() {
        rig.watch(() -> relay);
    }

    private void holdHere(List<Event> events) throws InterruptedException {
        rig.archive.submit(new Write.Events(events, Guard.OPEN, false)).join();
    }

    private static SyncPlan plan(Direction direction, boolean paged) {
        return new SyncPlan(
                new MirrorPlan.Source(Rig.URL, true),
                Filter.ALL,
                direction,
                paged,
                SyncPlan.USUAL_FRAME_BYTES,
                Duration.ofSeconds(30));
    }

    private SyncReport sync(Direction direction) throws InterruptedException {
        return sync(plan(direction, false));
    }

    private SyncReport sync(SyncPlan plan) throws InterruptedException {
        Sync.Watcher watcher = new Sync.Watcher() {
            @Override
            public void says(String line) {
                said.add(line);
            }

            @Override
            public void differs(Difference difference) {
                told += difference.onlyHere().size() + difference.onlyThere().size();
            }
        };
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Sync sync = Sync.start(
                        plan,
                        rig.archive,
                        rig.catalogue,
                        rig.intake,
                        dialer,
                        rig.time,
                        rig.time,
                        rig.metrics,
                        watcher)) {
            rig.until(() -> sync.snapshot().phase() == SyncReport.Phase.ENDED);
            return sync.await();
        }
    }

    private static Set<Item> items(EventArchive archive) throws InterruptedException {
        Set<Item> items = new HashSet<>();
        Scan<Item> scan = archive.items(Filter.ALL);
        for (List<Item> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            items.addAll(slice);
        }
        return items;
    }

    private void assertEqualSides() throws InterruptedException {
        assertEquals(items(relay.archive), items(rig.archive));
    }

    @Test
    void bothWaysConvergesAndASecondRunMovesNothing() throws InterruptedException {
        relay.hold(NOTES.subList(0, 990));
        holdHere(NOTES.subList(10, 1_000));

        SyncReport first = sync(Direction.BOTH);
        SyncReport second = sync(Direction.BOTH);

        assertTrue(first.complete(), first.reason());
        assertEquals(10, first.have());
        assertEquals(10, first.need());
        assertEquals(10, first.downloaded());
        assertEquals(10, first.uploaded());
        assertTrue(first.bytesIn() > 0 && first.bytesOut() > 0);
        assertEqualSides();
        assertTrue(second.complete());
        assertEquals(0, second.downloaded() + second.uploaded() + second.have() + second.need());
    }

    @Test
    void downMovesNothingUp() throws InterruptedException {
        relay.hold(NOTES.subList(0, 600));
        holdHere(NOTES.subList(400, 1_000));

        SyncReport report = sync(Direction.DOWN);

        assertTrue(report.complete(), report.reason());
        assertEquals(400, report.downloaded());
        assertEquals(600, relay.archive.statistics().events());
        assertEquals(1_000, rig.stored());
    }

    @Test
    void upMovesNothingDown() throws InterruptedException {
        relay.hold(NOTES.subList(0, 600));
        holdHere(NOTES.subList(400, 1_000));

        SyncReport report = sync(Direction.UP);

        assertTrue(report.complete(), report.reason());
        assertEquals(400, report.uploaded());
        assertEquals(1_000, relay.archive.statistics().events());
        assertEquals(600, rig.stored());
        assertTrue(rig.coverage(Filter.ALL).complete().isEmpty());
    }

    @Test
    void noneOnlyTells() throws InterruptedException {
        relay.hold(NOTES.subList(0, 600));
        holdHere(NOTES.subList(400, 1_000));

        SyncReport report = sync(Direction.NONE);

        assertTrue(report.complete(), report.reason());
        assertEquals(800, told);
        assertEquals(600, rig.stored());
        assertEquals(600, relay.archive.statistics().events());
    }

    @ParameterizedTest
    @EnumSource(
            value = Direction.class,
            names = {"DOWN", "BOTH"})
    void aRelayWithoutNegentropyIsPagedAndThatIsSaid(Direction direction) throws InterruptedException {
        relay.hold(NOTES.subList(0, 600));
        holdHere(NOTES.subList(400, 1_000));
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.NegOpen) {
                ServedRelay.send(peer, new RelayMessage.Notice("ERROR: bad msg: negentropy disabled"));
                return true;
            }
            return false;
        };

        SyncReport report = sync(direction);

        assertTrue(report.complete(), report.reason());
        assertEquals(1, said.size());
        assertTrue(said.get(0).contains("negentropy disabled"), said.get(0));
        assertEquals(1_000, rig.stored());
        if (direction == Direction.BOTH) {
            assertEquals(400, report.uploaded());
            assertEqualSides();
        }
    }

    @Test
    void pagedAsksForNoSession() throws InterruptedException {
        relay.hold(NOTES);

        SyncReport report = sync(plan(Direction.DOWN, true));

        assertTrue(report.complete(), report.reason());
        assertTrue(relay.heard(ClientMessage.NegOpen.class).isEmpty());
        assertEquals(1_000, report.downloaded());
    }

    @Test
    void whatTheRelayRejectsIsCountedAndNotOfferedAgain() throws InterruptedException {
        relay.hold(NOTES.subList(0, 990));
        holdHere(NOTES);
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.Publish publish
                    && publish.event().createdAt() % 2 == 0) {
                ServedRelay.send(
                        peer, new RelayMessage.Ok(publish.event().id().hex(), false, "blocked: not on the list"));
                return true;
            }
            return false;
        };

        SyncReport first = sync(Direction.UP);
        int offered = relay.heard(ClientMessage.Publish.class).size();
        SyncReport second = sync(Direction.UP);

        assertFalse(first.complete());
        assertTrue(first.reason().contains("blocked: not on the list"), first.reason());
        assertEquals(5, first.uploaded());
        assertEquals(5, first.rejected());
        assertEquals(10, offered);
        assertEquals(10, relay.heard(ClientMessage.Publish.class).size());
        assertEquals(5, second.skipped());
        assertTrue(second.complete(), second.reason());
    }

    @Test
    void aRelayThatIsTooBusyForEventsGetsThemAgainMoreSlowly() throws InterruptedException {
        holdHere(NOTES.subList(0, 20));
        AtomicInteger room = new AtomicInteger(-10);
        long start = rig.time.nanos();
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.Publish publish && room.getAndIncrement() < 0) {
                ServedRelay.send(
                        peer, new RelayMessage.Ok(publish.event().id().hex(), false, "rate-limited: slow down"));
                return true;
            }
            return false;
        };

        SyncReport report = sync(Direction.UP);

        assertTrue(report.complete(), report.reason());
        assertEquals(20, report.uploaded());
        assertEquals(30, relay.heard(ClientMessage.Publish.class).size());
        assertTrue(rig.time.nanos() - start < Duration.ofSeconds(60).toNanos(), "one reason to go slower is one");
    }

    @Test
    void protectedEventsAreNotPassedOn() throws InterruptedException {
        KeyPair author = TestEvents.keyPair(1);
        holdHere(List.of(TestEvents.signed(author, Rig.T0, Kind.NOTE, List.of(List.of("-")), "mine")));

        SyncReport report = sync(Direction.UP);

        assertTrue(report.complete(), report.reason());
        assertEquals(1, report.skipped());
        assertTrue(relay.heard(ClientMessage.Publish.class).isEmpty());
    }

    @Test
    void replaceableTiesDeletionsAndExpirySettle() throws InterruptedException {
        KeyPair author = TestEvents.keyPair(1);
        List<Event> here = new ArrayList<>(NOTES.subList(0, 100));
        List<Event> there = new ArrayList<>(NOTES.subList(0, 100));
        for (int i = 0; i < 4; i++) {
            Event version = TestEvents.signed(author, Rig.T0 + 7, 30_617, List.of(List.of("d", "repo")), "v" + i);
            (i % 2 == 0 ? here : there).add(version);
        }
        here.add(TestEvents.signed(
                author,
                Rig.T0 + 2_000,
                Kind.DELETION,
                List.of(List.of("e", NOTES.get(50).id().hex())),
                ""));
        long soon = rig.time.seconds() + 30;
        there.add(TestEvents.signed(
                author, Rig.T0 + 9, Kind.NOTE, List.of(List.of("expiration", Long.toString(soon))), "brief"));
        holdHere(here);
        relay.hold(there);

        assertTrue(sync(Direction.BOTH).complete());
        rig.time.advance(Duration.ofMinutes(1));
        assertTrue(sync(Direction.BOTH).complete());
        SyncReport settled = sync(Direction.BOTH);

        assertEquals(0, settled.downloaded() + settled.uploaded());
        assertEqualSides();
    }

    @Test
    void whatBothSidesHaveLetGoOfIsNoDifference() throws InterruptedException {
        KeyPair author = TestEvents.keyPair(1);
        Event gone = NOTES.get(500);
        Event deletion = TestEvents.signed(
                author,
                Rig.T0 + 5_000,
                Kind.DELETION,
                List.of(List.of("e", gone.id().hex())),
                "");
        relay.hold(NOTES);
        holdHere(NOTES);
        holdHere(List.of(deletion));
        assertEquals(1, sync(Direction.DOWN).skipped());
        relay.hold(List.of(deletion));

        SyncReport report = sync(Direction.BOTH);

        assertTrue(report.complete(), report.reason());
        assertEquals(0, report.have() + report.need());
    }

    @Test
    void aCutConnectionIsDialledAgainAndTheRestIsMoved() throws InterruptedException {
        relay.hold(NOTES);
        holdHere(NOTES.subList(0, 1));
        AtomicBoolean first = new AtomicBoolean(true);
        relay.answers = (peer, message) -> {
            if (message instanceof ClientMessage.Req && first.getAndSet(false)) {
                peer.hangUp();
                return true;
            }
            return false;
        };

        SyncReport report = sync(Direction.DOWN);

        assertTrue(report.complete(), report.reason());
        assertEquals(1_000, rig.stored());
    }
}
