package dev.sluice.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
final class BudgetsTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "10, 10",
        "300, 300",
        "1000, 1000",
        "5000, 1000",
        "10000, 1000",
        "10001, 20",
        "0, 20",
        "-3, 20",
        "2147483648, 20"
    })
    void advertisedSubscriptionsAreHonouredUnlessAbsurd(long advertised, int slots) {
        assertEquals(slots, Budgets.foreign(subscriptions(advertised)).subscriptions());
    }

    @Test
    void aRelayThatDoesNotSayGetsTwentyAndOneWithoutDocumentTen() {
        assertEquals(20, Budgets.foreign(document().build()).subscriptions());
        assertEquals(10, Budgets.foreign(Advertised.NOTHING).subscriptions());
    }

    @Test
    void knownSoftwareWithALowerLimitWins() {
        Advertised nostream = new Builder(20, 0, 0, 0, 10).build();
        assertEquals(10, Budgets.foreign(nostream).subscriptions());
        assertEquals(5, Budgets.foreign(new Builder(5, 0, 0, 0, 10).build()).subscriptions());
    }

    @ParameterizedTest
    @CsvSource({"131072, 98304", "65536, 49152", "10000000, 524288", "9223372036854775807, 524288", "100, 98304"})
    void thePayloadIsThreeQuartersOfAMessage(long message, int payload) {
        Budgets budgets = Budgets.foreign(new Builder(0, message, 0, 0, 0).build());
        assertEquals(payload, budgets.payloadBytes());
        assertEquals(32 * 1024, budgets.chunkBytes());
    }

    @Test
    void aSmallMessageMakesASmallChunk() {
        Budgets budgets = Budgets.foreign(new Builder(0, 16_384, 0, 0, 0).build());
        assertEquals(12_288, budgets.payloadBytes());
        assertEquals(12_288, budgets.chunkBytes());
    }

    @Test
    void withoutDocumentThePayloadIsSmaller() {
        assertEquals(60_000, Budgets.foreign(Advertised.NOTHING).payloadBytes());
    }

    @Test
    void pagesAreSmallOnForeignRelaysAndLargeOnOwnedOnes() {
        assertEquals(500, Budgets.foreign(document().build()).pageLimit());
        assertEquals(5_000, Budgets.owned(document().build()).pageLimit());
        Advertised capped = new Builder(0, 0, 0, 100, 0).build();
        assertEquals(100, Budgets.foreign(capped).pageLimit());
        assertEquals(100, Budgets.owned(capped).pageLimit());
    }

    @Test
    void anAdvertisedNumberOfFiltersIsHonouredWhenLower() {
        assertEquals(3, Budgets.foreign(new Builder(0, 0, 3, 0, 0).build()).filters());
        assertEquals(10, Budgets.foreign(new Builder(0, 0, 2_500, 0, 0).build()).filters());
    }

    @Test
    void theFilterLadderGoesDownFromTheRefusedSizeAndNeverUp() {
        Ceilings ceilings = Ceilings.of(Budgets.foreign(document().build()));
        assertEquals(5, ceilings.filtersRefused(10, none()).filters());
        assertEquals(5, ceilings.filtersRefused(7, none()).filters());
        assertEquals(2, ceilings.filtersRefused(5, none()).filters());
        assertEquals(1, ceilings.filtersRefused(2, none()).filters());
        assertEquals(1, ceilings.filtersRefused(1, none()).filters());
        assertEquals(
                1, ceilings.filtersRefused(2, none()).filtersRefused(10, none()).filters());
    }

    @Test
    void aLimitThatTheRelayNamesIsTakenWhenItIsBelowWhatWasRefused() {
        Ceilings ceilings = Ceilings.of(Budgets.foreign(document().build()));
        assertEquals(3, ceilings.filtersRefused(10, OptionalLong.of(3)).filters());
        assertEquals(5, ceilings.filtersRefused(10, OptionalLong.of(10)).filters());
        assertEquals(5, ceilings.filtersRefused(10, OptionalLong.of(0)).filters());
    }

    @Test
    void payloadsOnlyFall() {
        Ceilings ceilings = Ceilings.of(Budgets.foreign(document().build()));
        assertEquals(98_304, ceilings.payloadAtMost(400_000).payloadBytes());
        assertEquals(
                12_000, ceilings.payloadAtMost(12_000).payloadAtMost(30_000).payloadBytes());
    }

    private static Advertised subscriptions(long advertised) {
        return new Advertised(true, OptionalLong.of(advertised), none(), none(), none(), none());
    }

    private static Builder document() {
        return new Builder(0, 0, 0, 0, 0);
    }

    private static OptionalLong none() {
        return OptionalLong.empty();
    }

    /** A document; 0 means that a field is absent. */
    private record Builder(long subscriptions, long message, long filters, long limit, long software) {
        Advertised build() {
            return new Advertised(true, said(subscriptions), said(message), said(filters), said(limit), said(software));
        }

        private static OptionalLong said(long value) {
            return value == 0 ? OptionalLong.empty() : OptionalLong.of(value);
        }
    }
}
