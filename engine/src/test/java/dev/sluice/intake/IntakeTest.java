package dev.sluice.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Held;
import dev.sluice.archive.MemoryArchive;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.Kind;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.nostr.Signature;
import dev.sluice.nostr.TestEvents;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import dev.sluice.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class IntakeTest {

    private static final Event NOTE = TestEvents.note(TestEvents.EPOCH, "a note");

    private final ManualTime clock = new ManualTime();
    private final MemoryArchive archive =
            new MemoryArchive(clock, RelayUrl.parse("ws://127.0.0.1:7447").orElseThrow());
    private final Policy policy =
            Policies.all(List.of(Policies.mirror(), Policies.future(clock, Duration.ofSeconds(900))));
    private final Intake intake = new Intake(archive, policy, 2);
    private final Lane lane = intake.lane("test");

    @AfterEach
    void close() {
        archive.release();
        intake.close();
        archive.close();
    }

    @Test
    void anEventIsSettledOnlyWhenItIsDurable() throws InterruptedException {
        archive.holdAnswers();
        Receipt receipt = lane.receipt(List.of(Filter.ALL), false);
        assertEquals(Delivery.QUEUED, lane.put(receipt, NOTE));
        receipt.finish();
        archive.awaitGeneration(1);
        assertFalse(receipt.settled());
        archive.release();
        assertEquals(1, settled(receipt).verdicts().stored());
    }

    @Test
    void aCopyWithAWrongSignatureDoesNotStandInTheWayOfAGoodOne() throws InterruptedException {
        Event forged =
                withSignature(NOTE, TestEvents.note(TestEvents.EPOCH, "another").sig());
        Event changed = withContent(NOTE, "changed");
        Tally poisoned = delivered(forged, changed);
        assertEquals(Map.of("invalid", 2L), poisoned.verdicts().refused());
        assertEquals(
                List.of(Refusals.Reason.INVALID, Refusals.Reason.INVALID),
                poisoned.refusals().stream().map(Refusals.Item::reason).toList());
        assertEquals(1, delivered(NOTE).verdicts().stored());
        assertEquals(Optional.of(NOTE), archive.event(NOTE.id()));
    }

    @Test
    void aWrongCopyBesideAGoodOneInTheSameBatchHarmsNothing() throws InterruptedException {
        Event forged =
                withSignature(NOTE, TestEvents.note(TestEvents.EPOCH, "another").sig());
        Tally tally = delivered(forged, NOTE, forged);
        assertEquals(1, tally.verdicts().stored());
        assertEquals(2, tally.verdicts().duplicate() + tally.verdicts().allRefused());
        assertEquals(Optional.of(NOTE), archive.event(NOTE.id()));
    }

    @Test
    void aHeldIdThatArrivesWithOtherContentChangesNothing() throws InterruptedException {
        delivered(NOTE);
        assertEquals(1, delivered(withContent(NOTE, "changed")).verdicts().duplicate());
        assertEquals(Optional.of(NOTE), archive.event(NOTE.id()));
        assertEquals(1, intake.statistics().verified());
        assertEquals(1, intake.statistics().known());
    }

    @Test
    void whatHasGoneIsNotVerifiedAgainAndCountsForWhatItIs() throws InterruptedException {
        Event old = signed(0, 10, List.of());
        Event doomed = TestEvents.note(10, "doomed");
        delivered(old, doomed);
        delivered(
                signed(0, 20, List.of()),
                signed(Kind.DELETION, 20, List.of(List.of("e", doomed.id().hex()))));
        Tally again = delivered(old, doomed);
        assertEquals(1, again.verdicts().superseded());
        assertEquals(1, again.verdicts().deleted());
        assertEquals(
                Set.of(Refusals.Reason.SUPERSEDED, Refusals.Reason.DELETED),
                again.refusals().stream().map(Refusals.Item::reason).collect(Collectors.toSet()));
        assertEquals(2, intake.statistics().known());
    }

    @Test
    void whatTwoRelaysSendCountsForBoth() throws InterruptedException {
        Event older = TestEvents.note(TestEvents.EPOCH - 50, "older");
        delivered(NOTE, older);
        Tally second = delivered(NOTE, older);
        assertEquals(2, second.filters().get(0).raw());
        assertEquals(
                OptionalLong.of(TestEvents.EPOCH - 50), second.filters().get(0).oldest());
        assertEquals(2, second.verdicts().duplicate());
    }

    @Test
    void protectedEventsAndClientAuthenticationAreRefused() throws InterruptedException {
        Event secret = signed(Kind.NOTE, List.of(List.of("-")));
        Event login = signed(Kind.CLIENT_AUTH, List.of());
        Tally tally = delivered(secret, login);
        assertEquals(
                Map.of("protected", 1L, "client-auth", 1L), tally.verdicts().refused());
        assertEquals(policy.generation(), tally.refusals().get(0).generation());
        assertEquals(0, archive.statistics().events());
    }

    @Test
    void theFutureBoundIsExact() throws InterruptedException {
        Event near = TestEvents.note(clock.seconds() + 900, "near");
        Event far = TestEvents.note(clock.seconds() + 901, "far");
        Tally tally = delivered(near, far);
        assertEquals(1, tally.verdicts().stored());
        assertEquals(Map.of("future", 1L), tally.verdicts().refused());
    }

    @Test
    void policiesOfEqualRulesHaveEqualGenerations() {
        Policy same = Policies.all(List.of(Policies.mirror(), Policies.future(clock, Duration.ofSeconds(900))));
        Policy other = Policies.all(List.of(Policies.mirror(), Policies.future(clock, Duration.ofSeconds(901))));
        assertEquals(policy.generation(), same.generation());
        assertFalse(policy.generation() == other.generation());
    }

    @Test
    void aRefusalCarriesTheGenerationUnderWhichItsRequestBegan() throws InterruptedException {
        AtomicLong generation = new AtomicLong(1);
        Policy changing = new Policy() {
            @Override
            public long generation() {
                return generation.get();
            }

            @Override
            public Optional<Verdict.Refused> refusal(Event event, Held held) {
                return Optional.of(RefusalReason.UNWANTED.because("not today"));
            }
        };
        try (Intake refusing = new Intake(archive, changing, 1);
                Lane own = refusing.lane("changing")) {
            for (long expected = 1; expected <= 2; expected++) {
                generation.set(expected);
                Receipt receipt = own.receipt(List.of(Filter.ALL), false);
                own.put(receipt, NOTE);
                generation.set(99);
                receipt.finish();
                assertEquals(expected, settled(receipt).refusals().get(0).generation());
            }
        }
    }

    @Test
    void anEphemeralEventIsVerifiedPassedOnAndNotStored() throws InterruptedException {
        Listener<String> listener = intake.feed().listen(10, 1 << 20);
        listener.watch("all", List.of(Filter.ALL));
        Event right = signed(20_001, List.of());
        Event wrong = withSignature(signed(20_002, List.of()), right.sig());
        Tally tally = delivered(wrong, right);
        assertEquals(1, tally.verdicts().ephemeral());
        assertEquals(1, tally.verdicts().allRefused());
        assertEquals(
                right,
                assertInstanceOf(Heard.Arrived.class, listener.take()).arrival().event());
        assertEquals(0, archive.statistics().events());
    }

    @Test
    void anAcceptedEventIsHeardAfterItIsReadable() throws InterruptedException {
        Listener<String> listener = intake.feed().listen(10, 1 << 20);
        listener.watch("all", List.of(Filter.ALL));
        delivered(NOTE);
        assertInstanceOf(Heard.Arrived.class, listener.take());
        assertEquals(Optional.of(NOTE), archive.event(NOTE.id()));
    }

    @Test
    void aFullLaneMakesOnlyItsOwnConnectionWait() throws InterruptedException {
        archive.holdReads();
        Receipt receipt = lane.receipt(List.of(Filter.ALL), false);
        fill(receipt);
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Delivery> blocked = scope.fork("putter", () -> lane.put(receipt, NOTE));
            Lane other = intake.lane("other");
            Receipt free = other.receipt(List.of(Filter.ALL), false);
            assertEquals(Delivery.QUEUED, other.put(free, NOTE));
            assertFalse(blocked.ended());
            archive.release();
            assertEquals(Delivery.QUEUED, blocked.join());
        }
    }

    @Test
    void anInterruptedPutCountsNothing() throws InterruptedException {
        archive.holdReads();
        Receipt receipt = lane.receipt(List.of(Filter.ALL), false);
        fill(receipt);
        long before = receipt.tally().queued();
        try (TaskScope scope = TaskScope.open("test")) {
            scope.fork("putter", () -> lane.put(receipt, NOTE));
        }
        assertEquals(before, receipt.tally().queued());
        receipt.finish();
        archive.release();
        assertEquals(before, settled(receipt).verdicts().total());
    }

    @Test
    void heavyEventsFillALaneByTheirBytes() throws InterruptedException {
        archive.holdReads();
        Event heavy = TestEvents.note(1, "x".repeat(3 << 20));
        Receipt receipt = lane.receipt(List.of(Filter.ALL), false);
        int offered = 0;
        while (lane.offer(receipt, heavy) == Delivery.QUEUED) {
            offered++;
        }
        assertTrue(offered >= 5 && offered <= 5 + 2 * Lanes.BATCH_EVENTS, "offered " + offered);
        assertTrue(intake.statistics().queuedBytes() <= Lane.MAX_BYTES);
    }

    @Test
    void anEventThatIsHeavierThanALaneStillPasses() throws InterruptedException {
        Event heavy = TestEvents.note(1, "x".repeat(Lane.MAX_BYTES + 1));
        assertEquals(1, delivered(heavy).verdicts().stored());
    }

    @Test
    void givingARequestUpDropsOnlyItsEvents() throws InterruptedException {
        archive.holdReads();
        Receipt given = lane.receipt(List.of(Filter.ALL), false);
        Receipt kept = lane.receipt(List.of(Filter.ALL), false);
        for (int i = 0; i < 2 * Lanes.BATCH_EVENTS + 100; i++) {
            lane.put(given, NOTE);
        }
        lane.put(kept, TestEvents.note(1, "kept"));
        kept.finish();
        given.drop();
        archive.release();
        assertEquals(1, settled(kept).verdicts().stored());
        assertTrue(given.tally().dropped() >= 100);
        assertFalse(given.settled());
    }

    @Test
    void aPublishedEventGetsItsVerdict() throws InterruptedException, ExecutionException {
        assertEquals(new Verdict.Stored(), lane.publish(NOTE, false).get());
        assertEquals(new Verdict.Duplicate(), lane.publish(NOTE, false).get());
        assertInstanceOf(
                Verdict.Refused.class,
                lane.publish(withContent(TestEvents.note(5, "x"), "y"), false).get());
    }

    @Test
    void closingFailsWhatStillWaits() throws InterruptedException {
        archive.holdReads();
        List<CompletableFuture<Verdict>> published = new ArrayList<>();
        for (int i = 0; i < 3 * Lanes.BATCH_EVENTS; i++) {
            published.add(lane.publish(NOTE, false));
        }
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Boolean> closing = scope.fork("closing", () -> {
                intake.close();
                return true;
            });
            assertThrows(
                    ExecutionException.class,
                    () -> published.get(published.size() - 1).get());
            archive.release();
            assertTrue(closing.join());
        }
        assertThrows(ExecutionException.class, () -> lane.publish(NOTE, false).get());
        assertTrue(published.stream().allMatch(future -> settles(future)));
    }

    @Test
    void aBrokenArchiveFailsTheRequest() throws InterruptedException {
        archive.breakDown();
        Receipt receipt = lane.receipt(List.of(Filter.ALL), false);
        lane.put(receipt, NOTE);
        receipt.finish();
        assertThrows(ArchiveException.class, () -> receipt.await(Time.system(), soon()));
        assertEquals(0, intake.statistics().inFlight());
    }

    @Test
    void manyConnectionsLoseAndDoubleNothing() throws InterruptedException {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            events.add(TestEvents.note(TestEvents.EPOCH + i, "shared"));
        }
        List<Fork<Tally>> connections = new ArrayList<>();
        try (TaskScope scope = TaskScope.open("test")) {
            for (int c = 0; c < 8; c++) {
                Lane own = intake.lane("connection " + c);
                connections.add(scope.fork("connection-" + c, () -> delivered(own, events)));
            }
            long stored = 0;
            for (Fork<Tally> connection : connections) {
                Tally tally = connection.join();
                assertEquals(400, tally.verdicts().total());
                stored += tally.verdicts().stored();
            }
            assertEquals(400, stored);
        }
        assertEquals(400, archive.statistics().events());
        assertEquals(0, intake.statistics().inFlight());
        assertEquals(0, intake.statistics().queuedEvents());
        assertEquals(0, intake.statistics().queuedBytes());
    }

    /** Fills the lane while both verifiers hold a batch, so that nobody takes from it. */
    private void fill(Receipt receipt) throws InterruptedException {
        for (int verifier = 1; verifier <= 2; verifier++) {
            assertEquals(Delivery.QUEUED, lane.offer(receipt, NOTE));
            archive.awaitHeldReaders(verifier);
        }
        while (lane.offer(receipt, NOTE) == Delivery.QUEUED) {
            // until it is full
        }
        assertEquals(Lane.MAX_EVENTS, intake.statistics().queuedEvents());
    }

    private static boolean settles(CompletableFuture<Verdict> future) {
        return future.handle((verdict, failure) -> true).join();
    }

    private Tally delivered(Event... events) throws InterruptedException {
        return delivered(lane, List.of(events));
    }

    private static Tally delivered(Lane lane, List<Event> events) throws InterruptedException {
        Receipt receipt = lane.receipt(List.of(Filter.ALL), false);
        for (Event event : events) {
            lane.put(receipt, event);
        }
        receipt.finish();
        return settled(receipt);
    }

    private static Tally settled(Receipt receipt) throws InterruptedException {
        return receipt.await(Time.system(), soon()).orElseThrow();
    }

    private static long soon() {
        return Time.system().after(Duration.ofSeconds(20));
    }

    private static Event signed(int kind, List<List<String>> tags) {
        return signed(kind, TestEvents.EPOCH, tags);
    }

    private static Event signed(int kind, long second, List<List<String>> tags) {
        return TestEvents.signed(TestEvents.keyPair(1), second, kind, tags, "");
    }

    private static Event withSignature(Event event, Signature sig) {
        return new Event(
                event.id(), event.pubkey(), event.createdAt(), event.kind(), event.tags(), event.content(), sig);
    }

    private static Event withContent(Event event, String content) {
        return new Event(
                event.id(), event.pubkey(), event.createdAt(), event.kind(), event.tags(), content, event.sig());
    }
}
