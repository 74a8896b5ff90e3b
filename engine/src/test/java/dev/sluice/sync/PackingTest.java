package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.Advertised;
import dev.sluice.budget.Budgets;
import dev.sluice.intake.Lane;
import dev.sluice.nostr.EventId;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PackingTest {

    private static Information information(boolean documented, OptionalInt maxLimit) {
        OptionalInt unsaid = OptionalInt.empty();
        return new Information(
                documented, Budgets.foreign(Advertised.NOTHING), maxLimit, unsaid, unsaid, 0, Software.UNKNOWN);
    }

    private static Packing packing(boolean documented, OptionalInt maxLimit, Paging paging) {
        return Packing.of(information(documented, maxLimit), paging, false);
    }

    private static Paging paging() {
        return new Paging(500, 500, OptionalInt.empty());
    }

    @Test
    void aChunkBoundsTheIdsOfOneFilter() {
        assertEquals(489, packing(true, OptionalInt.empty(), paging()).ids());
    }

    @Test
    void anAdvertisedLimitBoundsThemToo() {
        assertEquals(100, packing(true, OptionalInt.of(100), paging()).ids());
    }

    @Test
    void aRelayThatSaysNothingGetsAHundredUntilALargerPageWasSeen() {
        Paging paging = paging();
        assertEquals(100, packing(false, OptionalInt.empty(), paging).ids());
        paging.saw(240);
        assertEquals(240, packing(false, OptionalInt.empty(), paging).ids());
    }

    @Test
    void allThatIsInFlightFitsTheLane() {
        Packing packing = new Packing(489, Integer.MAX_VALUE);
        assertTrue(packing.inFlight(100) * packing.ids() <= Lane.MAX_EVENTS);
        assertEquals(3, packing.inFlight(3));
        assertEquals(1, packing.inFlight(0));
    }

    @Test
    void partsLoseNothing() {
        List<EventId> ids = LongStream.range(0, 1_000)
                .mapToObj(n -> new EventId(n, 0, 0, 0))
                .toList();
        List<List<EventId>> parts = new Packing(489, 5).parts(ids);
        assertEquals(List.of(489, 489, 22), parts.stream().map(List::size).toList());
        assertEquals(ids, parts.stream().flatMap(List::stream).toList());
    }

    @Test
    void aShortAnswerIsAPageOnceTheRestHasCome() {
        Packing packing = new Packing(489, 5);
        packing.answered(489, 100);
        assertEquals(489, packing.ids());
        packing.recovered();
        assertEquals(100, packing.ids());
    }

    @Test
    void halvingEndsAtOne() {
        Packing packing = new Packing(3, 5);
        assertTrue(packing.halve());
        assertEquals(1, packing.ids());
        assertFalse(packing.halve());
    }
}
