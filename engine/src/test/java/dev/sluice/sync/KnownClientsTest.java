package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.negentropy.Difference;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.KeyPair;
import dev.sluice.nostr.RelayMessage;
import dev.sluice.nostr.TestEvents;
import dev.sluice.wire.PipeDialer;
import dev.sluice.wire.PipeSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Mirror and sync over relays that serve only clients that they know (NIP-42). */
@Timeout(60)
class KnownClientsTest {
    private static final KeyPair KEY = TestEvents.keyPair(7);
    private static final MirrorPlan.Source SOURCE = new MirrorPlan.Source(Rig.URL, false, Optional.of(KEY));
    private static final List<Event> NOTES = Rig.notes(Rig.T0, 700);
    private static final String REFUSAL = "auth-required: only for those we know";

    private final Rig rig = new Rig();
    private final List<Event> answers = new CopyOnWriteArrayList<>();
    private final Set<Object> known = ConcurrentHashMap.newKeySet();

    @AfterEach
    void close() {
        rig.close();
    }

    private List<String> challengesAnswered() {
        return answers.stream().flatMap(event -> event.values("challenge")).toList();
    }

    /** Each connection has a challenge of its own; one is let in or not once it has answered it. */
    private PlayedRelay gated(boolean admits) {
        PlayedRelay relay = new PlayedRelay().hold(NOTES);
        relay.answers = (connection, message) -> {
            String challenge = "connection " + relay.connections.indexOf(connection);
            if (message instanceof ClientMessage.Auth auth) {
                answers.add(auth.event());
                boolean right = auth.event().values("challenge").toList().equals(List.of(challenge));
                if (right && admits) {
                    known.add(connection);
                }
                connection.send(new RelayMessage.Ok(auth.event().id().hex(), right, ""));
                return true;
            }
            if (message instanceof ClientMessage.Req req && !known.contains(connection)) {
                connection.send(new RelayMessage.Challenge(challenge));
                connection.send(new RelayMessage.Closed(req.id(), REFUSAL));
                return true;
            }
            return false;
        };
        return relay;
    }

    @Test
    void aMirrorWithAKeyIsLetInByOneAnswer() throws InterruptedException {
        PlayedRelay relay = gated(true);

        List<WalkReport> reports = rig.run(MirrorPlan.once(List.of(SOURCE), List.of(Filter.ALL)), relay);

        assertEquals(WalkEnd.DRAINED, reports.get(0).end());
        assertEquals(NOTES.size(), rig.stored());
        assertEquals(List.of("connection 0"), challengesAnswered());
        assertEquals(KEY.publicKey(), answers.get(0).pubkey());
    }

    @Test
    void eachConnectionHasAChallengeOfItsOwn() throws InterruptedException {
        PlayedRelay relay = gated(true);
        MirrorPlan plan = MirrorPlan.staying(List.of(SOURCE), List.of(Filter.ALL));
        try (PipeDialer dialer = PipeDialer.serving(relay);
                Mirror mirror = rig.start(plan, dialer)) {
            rig.until(() -> rig.stored() == NOTES.size());
            relay.newest().peer.hangUp();
            rig.until(() ->
                    answers.size() == 2 && mirror.snapshot().relays().get(0).state() == Progress.State.LIVE);
        }
        assertEquals(List.of("connection 0", "connection 1"), challengesAnswered());
    }

    @Test
    void whoIsKnownAndNotWantedAsksNoThirdTime() throws InterruptedException {
        PlayedRelay relay = gated(false);

        List<WalkReport> reports = rig.run(MirrorPlan.once(List.of(SOURCE), List.of(Filter.ALL)), relay);

        assertEquals(WalkEnd.CLOSED, reports.get(0).end());
        assertEquals(1, answers.size());
        assertEquals(2, relay.requests().size());
    }

    @Test
    void aSyncIsLetInWhereItIsRefusedFirst() throws InterruptedException {
        try (ServedRelay relay = new ServedRelay(rig.time)) {
            rig.watch(() -> relay);
            relay.hold(NOTES.subList(0, 400));
            rig.archive
                    .submit(new Write.Events(NOTES.subList(300, 700), Guard.OPEN, false))
                    .join();
            relay.answers = this::reconciledOnlyByThoseKnown;

            SyncReport report = sync(relay);

            assertTrue(report.complete(), report.reason());
            assertEquals(NOTES.size(), rig.stored());
            assertEquals(NOTES.size(), relay.archive.statistics().events());
            assertEquals(1, answers.size());
        }
    }

    @Test
    void anUploadIsLetInWhereOnlyEventsAreRefused() throws InterruptedException {
        try (ServedRelay relay = new ServedRelay(rig.time)) {
            rig.watch(() -> relay);
            rig.archive.submit(new Write.Events(NOTES, Guard.OPEN, false)).join();
            relay.answers = this::writtenOnlyByThoseKnown;

            SyncReport report = sync(relay);

            assertTrue(report.complete(), report.reason());
            assertEquals(NOTES.size(), relay.archive.statistics().events());
            assertEquals(1, answers.size());
        }
    }

    private boolean reconciledOnlyByThoseKnown(PipeSocket.Peer peer, ClientMessage message)
            throws InterruptedException {
        if (message instanceof ClientMessage.NegOpen open && !known.contains(peer)) {
            ServedRelay.send(peer, new RelayMessage.Challenge("c"));
            ServedRelay.send(peer, new RelayMessage.NegErr(open.id(), REFUSAL, OptionalLong.empty()));
            return true;
        }
        return admitted(peer, message);
    }

    private boolean writtenOnlyByThoseKnown(PipeSocket.Peer peer, ClientMessage message) throws InterruptedException {
        if (message instanceof ClientMessage.Publish publish && !known.contains(peer)) {
            ServedRelay.send(peer, new RelayMessage.Challenge("c"));
            ServedRelay.send(peer, new RelayMessage.Ok(publish.event().id().hex(), false, REFUSAL));
            return true;
        }
        return admitted(peer, message);
    }

    private boolean admitted(PipeSocket.Peer peer, ClientMessage message) throws InterruptedException {
        if (!(message instanceof ClientMessage.Auth auth)) {
            return false;
        }
        answers.add(auth.event());
        known.add(peer);
        ServedRelay.send(peer, new RelayMessage.Ok(auth.event().id().hex(), true, ""));
        return true;
    }

    private SyncReport sync(ServedRelay relay) throws InterruptedException {
        SyncPlan plan = new SyncPlan(
                SOURCE, Filter.ALL, SyncPlan.Direction.BOTH, false, SyncPlan.USUAL_FRAME_BYTES, Duration.ofSeconds(30));
        Sync.Watcher watcher = new Sync.Watcher() {
            @Override
            public void says(String line) {}

            @Override
            public void differs(Difference difference) {}
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
}
