package dev.sluice.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class AccountTest {
    private final Account account = Account.open();

    @Test
    void whoHasHadMuchStandsBehindWhoHasHadLittle() {
        assertEquals(0, account.stand(0));
        account.charge(50_000_000);
        assertEquals(50_000_000, account.stand(0));
        assertEquals(0, Account.open().stand(0));
    }

    @Test
    void ofManyReadsAtOnceEachStandsBehindTheOther() {
        for (int i = 0; i < 10; i++) {
            assertEquals(i * Account.ESTIMATE_NANOS, account.stand(0));
        }
        account.charge(5 * Account.ESTIMATE_NANOS);
        assertEquals(14 * Account.ESTIMATE_NANOS, account.stand(0));
    }

    @Test
    void restEarnsNothing() {
        assertEquals(7_000_000_000L, account.stand(7_000_000_000L));
        account.charge(Account.ESTIMATE_NANOS);
        assertEquals(7_001_000_000L, account.stand(7_000_000_000L));
    }

    @Test
    void theHouseholdIsNeverCharged() {
        Account house = Account.house();
        assertEquals(5, house.stand(5));
        house.charge(1_000_000_000);
        assertEquals(6, house.stand(6));
    }
}
