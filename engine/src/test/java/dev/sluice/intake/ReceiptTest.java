package dev.sluice.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Refusals;
import dev.sluice.archive.Verdict;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.TestEvents;
import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import dev.sluice.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class ReceiptTest {

    private static final long GENERATION = 77;

    private final ManualTime time = new ManualTime();

    @Test
    void anEventCountsForEveryFilterThatItMatches() {
        Receipt receipt = receipt(kinds(1), kinds(1, 2), kinds(3));
        receipt.count(event(1, 10));
        receipt.count(event(2, 20));
        List<Tally.Seen> seen = receipt.tally().filters();
        assertEquals(List.of(1L, 2L, 0L), seen.stream().map(Tally.Seen::raw).toList());
        assertEquals(OptionalLong.of(10), seen.get(1).oldest());
        assertEquals(OptionalLong.of(20), seen.get(1).newest());
        assertEquals(OptionalLong.empty(), seen.get(2).oldest());
    }

    @Test
    void aRepeatedDeliveryCountsAgain() {
        Receipt receipt = receipt(kinds(1));
        receipt.count(event(1, 10));
        receipt.count(event(1, 10));
        assertEquals(2, receipt.tally().filters().get(0).raw());
    }

    @Test
    void ascendingAndDescendingOrderAreToldApart() {
        assertTrue(seen(10, 11, 11, 12).ascending());
        assertFalse(seen(12, 11, 10).ascending());
        assertFalse(seen(10, 12, 11).ascending());
        assertFalse(seen(10, 10).ascending());
    }

    @Test
    void whatMatchesNoFilterIsCountedApartAndMovesNoCursor() {
        Receipt receipt = receipt(kinds(1));
        assertEquals(Delivery.UNMATCHED, receipt.count(event(2, 5)));
        Tally tally = receipt.tally();
        assertEquals(1, tally.unmatched());
        assertEquals(0, tally.queued());
        assertEquals(Tally.Seen.NOTHING, tally.filters().get(0));
    }

    @Test
    void whatExceedsTheLimitsIsCountedApartAndMovesNoCursor() {
        Receipt receipt = receipt(kinds(1).withLimit(OptionalInt.of(2)), kinds(2).withLimit(OptionalInt.of(1)));
        List.of(30, 20, 10).forEach(second -> assertEquals(Delivery.QUEUED, receipt.count(event(1, second))));
        for (int i = 0; i < 30; i++) {
            assertEquals(Delivery.EXCESS, receipt.count(event(1, 1)));
        }
        assertEquals(30, receipt.tally().excess());
        assertEquals(OptionalLong.of(10), receipt.tally().filters().get(0).oldest());
    }

    @Test
    void theLimitOfALiveFilterBoundsNothing() {
        Receipt receipt = new Receipt(List.of(kinds(1).withLimit(OptionalInt.of(1))), true, GENERATION);
        receipt.count(event(1, 1));
        assertEquals(Delivery.QUEUED, receipt.count(event(1, 2)));
    }

    @Test
    void itSettlesWhenTheTerminalWasSeenAndEveryEventIsDurable() {
        Receipt receipt = receipt(kinds(1));
        Event event = event(1, 10);
        receipt.count(event);
        receipt.finish();
        assertFalse(receipt.settled());
        receipt.settle(event, new Verdict.Stored());
        assertTrue(receipt.settled());
        assertEquals(1, receipt.tally().verdicts().stored());
    }

    @Test
    void itDoesNotSettleBeforeTheTerminal() {
        assertFalse(receipt(kinds(1)).settled());
    }

    @Test
    void whatComesAfterTheTerminalIsLate() {
        Receipt receipt = receipt(kinds(1));
        receipt.finish();
        assertEquals(Delivery.LATE, receipt.count(event(1, 1)));
        assertEquals(1, receipt.tally().late());
        assertTrue(receipt.settled());
    }

    @Test
    void aRequestThatWasGivenUpNeverSettles() throws InterruptedException {
        Receipt receipt = receipt(kinds(1));
        receipt.finish();
        receipt.drop();
        assertFalse(receipt.settled());
        assertEquals(Optional.empty(), receipt.await(time, time.after(Duration.ofHours(1))));
    }

    @Test
    void refusalsAreRememberedWithTheirReasonAndGeneration() {
        Receipt receipt = receipt(kinds(1));
        Event event = event(1, 10);
        List<Verdict> verdicts = List.of(
                new Verdict.Superseded(),
                new Verdict.Deleted(),
                new Verdict.Expired(),
                new Verdict.Vanished(),
                RefusalReason.INVALID.because("x"),
                RefusalReason.PROTECTED.because("x"),
                RefusalReason.FUTURE.because("x"),
                new Verdict.Refused("a policy's own word", "x"),
                new Verdict.Stored(),
                new Verdict.Duplicate(),
                new Verdict.Ephemeral());
        for (Verdict verdict : verdicts) {
            receipt.count(event);
            receipt.settle(event, verdict);
        }
        List<Refusals.Item> items = receipt.tally().refusals();
        assertEquals(
                List.of(
                        Refusals.Reason.SUPERSEDED,
                        Refusals.Reason.DELETED,
                        Refusals.Reason.EXPIRED,
                        Refusals.Reason.VANISHED,
                        Refusals.Reason.INVALID,
                        Refusals.Reason.POLICY,
                        Refusals.Reason.FUTURE,
                        Refusals.Reason.POLICY,
                        Refusals.Reason.EXPIRED),
                items.stream().map(Refusals.Item::reason).toList());
        assertEquals(
                Set.of(GENERATION),
                Set.copyOf(items.stream().map(Refusals.Item::generation).toList()));
        assertEquals(11, receipt.tally().verdicts().total());
        assertEquals(4, receipt.tally().verdicts().allRefused());
    }

    @Test
    void aWaiterIsWokenByTheLastVerdict() throws InterruptedException {
        Receipt receipt = receipt(kinds(1));
        Event event = event(1, 10);
        receipt.count(event);
        receipt.finish();
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Optional<Tally>> waiter =
                    scope.fork("waiter", () -> receipt.await(time, time.after(Duration.ofMinutes(1))));
            time.awaitSleepers(1);
            receipt.settle(event, new Verdict.Stored());
            assertEquals(1, waiter.join().orElseThrow().verdicts().stored());
        }
    }

    @Test
    void aWaiterLeavesAtItsDeadline() throws InterruptedException {
        Receipt receipt = receipt(kinds(1));
        try (TaskScope scope = TaskScope.open("test")) {
            Fork<Optional<Tally>> waiter =
                    scope.fork("waiter", () -> receipt.await(time, time.after(Duration.ofMinutes(1))));
            time.awaitSleepers(1);
            time.advance(Duration.ofMinutes(1));
            assertEquals(Optional.empty(), waiter.join());
        }
    }

    @Test
    void aBrokenArchiveIsThrownAtWhoWaits() {
        Receipt receipt = receipt(kinds(1));
        receipt.count(event(1, 1));
        receipt.finish();
        receipt.fail(new ArchiveException(ArchiveException.Kind.IO, "broken"));
        assertThrows(ArchiveException.class, () -> receipt.await(time, time.nanos()));
        assertFalse(receipt.settled());
    }

    @Test
    void deliveriesThatAreNoEventsAreCounted() {
        Receipt receipt = receipt(kinds(1));
        receipt.malformed();
        assertEquals(1, receipt.tally().malformed());
    }

    private static Tally.Seen seen(long... seconds) {
        Receipt receipt = receipt(kinds(1));
        for (long second : seconds) {
            receipt.count(event(1, second));
        }
        return receipt.tally().filters().get(0);
    }

    private static Receipt receipt(Filter... filters) {
        return new Receipt(List.of(filters), false, GENERATION);
    }

    private static Filter kinds(Integer... kinds) {
        return Filter.ALL.withKinds(Set.of(kinds));
    }

    private static Event event(int kind, long second) {
        return TestEvents.unsigned(1, second, kind, List.of(), "");
    }
}
