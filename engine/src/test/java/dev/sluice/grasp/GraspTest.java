package dev.sluice.grasp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Verdict;
import dev.sluice.archive.Write;
import dev.sluice.intake.Policies;
import dev.sluice.intake.Policy;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.TestEvents;
import dev.sluice.plan.Demands;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GraspTest {

    private static final RelayUrl ONE = Git.relay("wss://one.example");

    private final ManualTime time = new ManualTime();
    private final MemoryArchive archive = new MemoryArchive(time, Git.relay("wss://grasp.example"));
    private final Metrics metrics = new Metrics();
    private final LinkedBlockingQueue<Map<RelayUrl, Demands>> pictures = new LinkedBlockingQueue<>();

    private final Event announcement = Git.ours(1, 1, "tool", List.of("wss://one.example"));
    private final Event issue = Git.issue(2, 2, Git.repository(1, "tool"));
    private final Event comment = Git.naming(3, 3, Kind.COMMENT, "E", issue);

    @AfterEach
    void close() {
        archive.close();
    }

    private void write(Policy policy, Event... events) throws Exception {
        List<Verdict> verdicts =
                archive.submit(new Write.Events(List.of(events), policy, true)).get();
        assertEquals(Set.of(new Verdict.Stored()), Set.copyOf(verdicts));
    }

    private Grasp started(Acceptance acceptance) {
        return Grasp.start(Git.RULES, archive, acceptance, pictures::add, time, metrics);
    }

    /** The next picture, after at most a tick. */
    private Map<RelayUrl, Demands> afterATick() throws InterruptedException {
        time.awaitSleepers(1);
        time.advance(Grasp.TICK);
        return pictures.take();
    }

    private Map<RelayUrl, Demands> built(Event... living) {
        LivingEvents events = new LivingEvents();
        WatchedSet unused = new WatchedSet(Git.RULES);
        for (Event event : living) {
            events.add(event, unused);
        }
        return events.built(Git.RULES).wanted().relays();
    }

    @Test
    void whatAnArchiveWantsCanBeLookedUpOnce() throws Exception {
        Event reply = Git.naming(4, 4, Kind.COMMENT, "e", comment);
        write(Policies.imported(), reply, comment, issue, announcement);

        ArchivedDemands all = ArchivedDemands.of(archive::events, Git.RULES);

        Demands wanted = Objects.requireNonNull(
                built(announcement, issue, comment, reply).get(ONE));
        assertEquals(new ArchivedDemands(1, 1, wanted), all);
    }

    @Test
    void itStartsWithWhatTheArchiveHolds() throws Exception {
        write(Policies.imported(), announcement, issue, comment);
        try (Acceptance acceptance = Acceptance.open(Git.RULES, List.of(), archive);
                Grasp grasp = started(acceptance)) {
            assertEquals(built(announcement, issue, comment), pictures.take());
            assertEquals(1, grasp.counts().roots());
            assertEquals(1, metrics.value(Gauge.DESCENDANTS));
        }
        assertEquals(0, metrics.value(Gauge.DESCENDANTS));
    }

    @Test
    void anEmptyArchiveWantsAnnouncementsOfTheBootstrapRelays() throws Exception {
        try (Acceptance acceptance = Acceptance.open(Git.RULES, List.of(), archive);
                Grasp grasp = started(acceptance)) {
            assertEquals(Set.of(Git.BOOTSTRAP), pictures.take().keySet());
            assertEquals(0, grasp.counts().repositories());
        }
    }

    @Test
    void whatComesAndGoesIsHandedOverWithinATick() throws Exception {
        try (Acceptance acceptance = Acceptance.open(Git.RULES, List.of(), archive);
                Grasp grasp = started(acceptance)) {
            pictures.take();
            write(acceptance, announcement);
            assertEquals(built(announcement), afterATick());
            write(acceptance, issue, comment);
            assertEquals(built(announcement, issue, comment), afterATick());
            write(acceptance, Git.naming(2, 5, Kind.DELETION, "e", issue));
            assertEquals(built(announcement, comment), afterATick());
            write(acceptance, Git.naming(1, 5, Kind.DELETION, "e", announcement));
            assertEquals(built(), afterATick());
            assertEquals(0, grasp.counts().repositories());
        }
    }

    @Test
    void anAnnouncementThatExpiresIsWatchedNoMore() throws Exception {
        Event passing = Git.event(
                1,
                1,
                Kind.REPOSITORY,
                "d tool",
                "clone https://grasp.example/x.git",
                "relays wss://grasp.example wss://one.example",
                "expiration " + (time.seconds() + 60));
        try (Acceptance acceptance = Acceptance.open(Git.RULES, List.of(), archive);
                Grasp grasp = started(acceptance)) {
            pictures.take();
            write(acceptance, passing);
            assertEquals(Set.of(Git.BOOTSTRAP, ONE), afterATick().keySet());
            time.advance(Duration.ofSeconds(61));
            write(acceptance, Git.ours(2, 9, "other", List.of()));
            assertEquals(Set.of(Git.BOOTSTRAP), afterATick().keySet());
            assertEquals(1, grasp.counts().repositories());
        }
    }

    @Test
    void whatChangesNothingIsNotHandedOver() throws Exception {
        try (Acceptance acceptance = Acceptance.open(Git.RULES, List.of(), archive);
                Grasp grasp = started(acceptance)) {
            pictures.take();
            write(acceptance, Git.ours(1, 1, "tool", List.of()));
            time.awaitSleepers(1);
            time.advance(Grasp.TICK);
            write(acceptance, Git.event(8, 8, Kind.GRASP_SERVERS, "g wss://grasp.example"));
            time.awaitSleepers(1);
            time.advance(Grasp.TICK);
            write(acceptance, announcement, Git.ours(1, 2, "tool", List.of("wss://two.example")));
            assertEquals(
                    Set.of(Git.BOOTSTRAP, Git.relay("wss://two.example")),
                    afterATick().keySet());
            assertTrue(pictures.isEmpty());
            assertEquals(1, grasp.counts().repositories());
        }
    }

    @Test
    void aGapIsFilledFromTheArchive() throws Exception {
        write(Policies.imported(), announcement);
        List<Event> many = new ArrayList<>();
        for (int i = 0; i <= Changes.MOST; i++) {
            many.add(TestEvents.unsigned(
                    4, i, Kind.NOTE, List.of(List.of("e", announcement.id().hex())), ""));
        }
        many.add(issue);
        try (Acceptance acceptance = Acceptance.open(Git.RULES, List.of(), archive);
                Grasp grasp = started(acceptance)) {
            pictures.take();
            archive.submit(new Write.Events(many, Policies.imported(), true)).get();
            assertEquals(built(announcement, issue), pictures.take());
            assertEquals(1, grasp.counts().roots());
        }
    }

    @Test
    void whatTheArchivesThreadsNameIsTakenWhenItComes() throws Exception {
        Event patch = Git.event(2, 2, Kind.PATCH, "t root");
        Event revision = Git.event(2, 3, Kind.PATCH, "a " + Git.repository(1, "tool"), "e " + patch.id());
        write(Policies.imported(), announcement, revision);
        try (Acceptance acceptance = Acceptance.open(Git.RULES, List.of(), archive);
                Grasp grasp = started(acceptance)) {
            pictures.take();
            write(acceptance, patch);
            assertEquals(1, grasp.counts().roots());
        }
    }
}
