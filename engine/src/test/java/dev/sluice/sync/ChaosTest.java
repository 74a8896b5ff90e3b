package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.Guard;
import dev.sluice.archive.Write;
import dev.sluice.metrics.Gauge;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.task.VirtualThreads;
import dev.sluice.time.WallClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Connections that are cut, answers that come late, twice, broken or never, clocks that jump and processes that end, all
 * at random: coverage never lies, and once the relay is right again everything comes and nothing is left over.
 */
class ChaosTest {
    /** Dense in places, so that pages end within a second. */
    static final List<Event> NOTES = notes();

    private static final Duration LONGEST = Duration.ofHours(6);

    /** By then the longest pause that a relay may have earned is over, and so is every rest. */
    private static final Duration SETTLED = Duration.ofHours(30);

    /** No request lives longer. */
    private static final Duration SLACK = Duration.ofMinutes(30);

    private static final Duration QUIET = Duration.ofMinutes(15);

    private static final long FULL_SEEDS = 60;

    private static List<Event> notes() {
        SplittableRandom random = new SplittableRandom(11);
        return IntStream.range(0, 900)
                .mapToObj(i -> Rig.note(Rig.T0 + random.nextInt(300), "note " + i))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @Timeout(60)
    void coverageNeverLiesAndNothingIsLeftOver(long seed) throws InterruptedException {
        new Run(seed).run();
    }

    /** More seeds, or those from {@code -Dsluice.seed} on. */
    @Tag("full")
    @Test
    @Timeout(3_600)
    void soItIsForManySeeds() throws InterruptedException {
        long first = Long.getLong("sluice.seed", 100);
        for (long seed = first; seed < first + Long.getLong("sluice.seeds", FULL_SEEDS); seed++) {
            new Run(seed).run();
        }
    }

    /** One relay and one archive over some lives of a process. */
    private static final class Run {
        private final long seed;
        private final SplittableRandom random;
        private final AtomicLong wrong = new AtomicLong();

        Run(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        void run() throws InterruptedException {
            long threads = VirtualThreads.count();
            try (Rig rig = new Rig();
                    HostileRelay relay = new HostileRelay(rig.time, seed).hold(NOTES)) {
                rig.watch(() -> relay);
                holdSome(rig);
                for (int life = 0; life < 3; life++) {
                    live(rig, relay);
                }
                relay.calm();
                recover(rig, relay);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
            assertEquals(threads, VirtualThreads.count(), "virtual threads, seed " + seed);
        }

        /** In half of the runs so much that history is reconciled rather than paged. */
        private void holdSome(Rig rig) throws InterruptedException {
            List<Event> some = random.nextBoolean() ? NOTES.subList(0, 300) : List.<Event>of();
            rig.archive.submit(new Write.Events(some, Guard.OPEN, false)).join();
        }

        /** A clock that is set forth and back. */
        private WallClock wall(Rig rig) {
            return () -> rig.time.seconds() + wrong.get();
        }

        private Mirror start(Rig rig, HostileRelay relay) {
            return Mirror.start(
                    Rig.staying(Filter.ALL),
                    rig.archive,
                    rig.catalogue,
                    rig.intake,
                    relay,
                    rig.time,
                    wall(rig),
                    rig.metrics);
        }

        private void live(Rig rig, HostileRelay relay) throws InterruptedException {
            int enough = relay.heard() + random.nextInt(10, 80);
            long end = rig.time.after(LONGEST);
            long jump = rig.time.after(Duration.ofMinutes(random.nextInt(60)));
            try (Mirror mirror = start(rig, relay)) {
                rig.until(() -> {
                    assertHonest(rig);
                    return relay.heard() >= enough || rig.time.reached(jump);
                });
                wrong.set(random.nextInt(-3_600, 3_600));
                rig.time.advance(Duration.ofSeconds(random.nextInt(600)));
                rig.until(() -> {
                    assertHonest(rig);
                    return relay.heard() >= enough || rig.time.reached(end);
                });
                assertEquals(1, mirror.snapshot().relays().size());
            }
            assertHonest(rig);
        }

        /** The relay is right: all comes, live is open, and that is all that is open. */
        private void recover(Rig rig, HostileRelay relay) throws InterruptedException {
            long end = rig.time.after(SETTLED);
            try (Mirror mirror = start(rig, relay)) {
                rig.until(() -> rig.time.reached(end));
                // a check may be under way just then: between two of its requests it waits for seconds at most
                rig.until(() -> (rig.isQuiet(QUIET) && slotsHeld(rig) == 1) || rig.time.reached(end + SLACK.toNanos()));
                Progress.Relay now = mirror.snapshot().relays().get(0);

                assertEquals(NOTES.size(), rig.stored(), () -> "held, of " + now);
                assertEquals(Progress.State.LIVE, now.state());
                assertEquals(List.of(WalkEnd.DRAINED), ends(now));
                assertEquals(1, rig.metrics.value(Gauge.CONNECTIONS));
                assertEquals(1, rig.metrics.value(Gauge.SLOTS_LIVE), "live slots held");
                assertEquals(1, slotsHeld(rig), "slots held");
                assertEquals(1, rig.metrics.value(Gauge.REQUESTS), "requests outstanding");
                assertEquals(0, rig.metrics.value(Gauge.SLOT_WAITERS));
            }
            assertHonest(rig);
        }

        private static long slotsHeld(Rig rig) {
            return Stream.of(Gauge.values())
                    .filter(gauge -> gauge.metric().equals(Gauge.SLOTS_LIVE.metric()))
                    .mapToLong(rig.metrics::value)
                    .sum();
        }

        private static List<WalkEnd> ends(Progress.Relay relay) {
            return relay.walks().stream().flatMap(walk -> walk.end().stream()).toList();
        }
    }

    /** Whatever the coverage says is held is held. */
    private static void assertHonest(Rig rig) {
        assertEquals(Set.of(), rig.metrics.beyond());
        try {
            // coverage first: what it says must be true of whatever is held from then on
            Coverage coverage = rig.coverage(Filter.ALL);
            for (Event event : NOTES) {
                assertTrue(
                        !covers(coverage, event)
                                || rig.archive.event(event.id()).isPresent(),
                        () -> coverage + " lacks " + event);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean covers(Coverage coverage, Event event) {
        return coverage.walk()
                        .map(walk -> event.createdAt() >= walk.cursor() && event.createdAt() <= walk.start())
                        .orElse(false)
                || coverage.complete()
                        .map(held -> event.createdAt() >= held.from() && event.createdAt() <= held.to())
                        .orElse(false);
    }
}
