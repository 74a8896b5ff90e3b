package dev.sluice.budget;

import dev.sluice.budget.Admission.Granted;
import dev.sluice.metrics.Metrics;
import java.util.OptionalLong;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every interleaving of taking, waiting, giving up, giving back twice, shrinking and closing has a sequential explanation.
 * Giving up is what an interrupt does to one who waits.
 */
@Tag("full")
@Timeout(600)
public class SlotLedgerLincheckTest {

    private final SlotLedger ledger = new SlotLedger(4, Limits.FOREIGN, new Metrics());
    private final Admission first = ledger.tryGroup(SlotClass.HISTORIC_PAGE, 3);

    /** Waits for one of those three. */
    private final Demand wanted = ledger.enqueue(SlotClass.HYDRATION, admission -> {});

    @Operation
    public boolean takePage() {
        return take(SlotClass.HISTORIC_PAGE);
    }

    @Operation
    public boolean takeLive() {
        return take(SlotClass.LIVE);
    }

    @Operation
    public boolean isAnswered() {
        return wanted.answer() != null;
    }

    @Operation
    public boolean giveUp() {
        return wanted.withdraw();
    }

    @Operation
    public int waiting() {
        return ledger.waiting();
    }

    @Operation
    public int free() {
        return ledger.free();
    }

    @Operation
    public void overdrawn() {
        ledger.overdrawn(OptionalLong.of(2));
    }

    @Operation
    public void close() {
        ledger.close();
    }

    /** Two threads may give the same slot back. */
    @Operation
    public void giveBack() {
        if (first instanceof Granted granted) {
            granted.slot().close();
        }
    }

    @Test
    void theLedgerIsLinearizable() {
        new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(100)
                .threads(2)
                .actorsPerThread(3)
                .check(getClass());
    }

    private boolean take(SlotClass slotClass) {
        return ledger.tryGroup(slotClass, 1) instanceof Granted;
    }
}
