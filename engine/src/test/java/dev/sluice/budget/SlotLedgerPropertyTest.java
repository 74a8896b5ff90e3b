package dev.sluice.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.budget.Admission.Granted;
import dev.sluice.budget.SlotClass.Rank;
import dev.sluice.metrics.Metrics;
import dev.sluice.task.TaskScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is asked in whatever order: no rule of the budget is ever broken, and nothing is lost. */
@Timeout(30)
final class SlotLedgerPropertyTest {

    private static final long SEED = 20_260_801L;

    @Test
    void noSequenceOfCallsOverdrawsTheBudget() {
        SplittableRandom seeds = new SplittableRandom(SEED);
        for (int run = 0; run < 300; run++) {
            long seed = seeds.nextLong();
            new Sequence(seed).play(200);
        }
    }

    @Test
    void noConcurrencyOverdrawsTheBudget() throws InterruptedException {
        int budget = 10;
        SlotLedger ledger = new SlotLedger(budget, Limits.FOREIGN, new Metrics());
        AtomicInteger held = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (TaskScope scope = TaskScope.open("test")) {
            for (int thread = 0; thread < 32; thread++) {
                SplittableRandom random = new SplittableRandom(SEED + thread);
                scope.fork("borrower-" + thread, () -> {
                    borrow(ledger, random, held, most);
                    return null;
                });
            }
            scope.join();
        }
        assertTrue(most.get() <= budget, "most held: " + most + ", seed " + SEED);
        assertEquals(budget, ledger.free());
        assertEquals(0, ledger.waiting());
    }

    private static void borrow(SlotLedger ledger, SplittableRandom random, AtomicInteger held, AtomicInteger most)
            throws InterruptedException {
        for (int i = 0; i < 300; i++) {
            SlotClass slotClass = any(random);
            if (ledger.await(slotClass) instanceof Granted granted) {
                most.accumulateAndGet(held.incrementAndGet(), Math::max);
                Thread.onSpinWait();
                held.decrementAndGet();
                granted.slot().close();
            }
        }
    }

    private static SlotClass any(SplittableRandom random) {
        SlotClass[] classes = SlotClass.values();
        return classes[random.nextInt(classes.length)];
    }

    /** One run of random calls against one ledger, checked after each. */
    private static final class Sequence {
        private final long seed;
        private final SplittableRandom random;
        private final Limits limits;
        private final SlotLedger ledger;
        private final List<Slot> held = new ArrayList<>();

        Sequence(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            this.limits = random.nextBoolean() ? Limits.FOREIGN : Limits.OWNED;
            this.ledger = new SlotLedger(random.nextInt(1, 30), limits, new Metrics());
        }

        void play(int calls) {
            for (int i = 0; i < calls; i++) {
                call();
                assertTrue(held.size() + ledger.free() >= ledger.budget(), () -> "lost a slot, seed " + seed);
            }
            held.forEach(Slot::close);
            assertEquals(ledger.budget(), ledger.free(), () -> "seed " + seed);
        }

        private void call() {
            switch (random.nextInt(10)) {
                case 0 -> ledger.overdrawn(OptionalLong.of(random.nextInt(1, 30)));
                case 1, 2, 3 -> giveBack();
                default -> take();
            }
        }

        private void giveBack() {
            if (!held.isEmpty()) {
                held.remove(random.nextInt(held.size())).close();
            }
        }

        private void take() {
            SlotClass slotClass = any(random);
            if (ledger.tryGroup(slotClass, random.nextInt(1, 5)) instanceof Granted granted) {
                held.addAll(granted.slots());
                check(slotClass);
            }
        }

        private void check(SlotClass granted) {
            int budget = ledger.budget();
            int margin = budget < 3 ? 0 : budget < 6 ? 1 : 2;
            assertTrue(held.size() <= budget, () -> "over budget, seed " + seed);
            switch (granted.rank()) {
                case LIVE -> assertTrue(held(Rank.LIVE) < budget - margin, () -> "no transient left, seed " + seed);
                case MARGIN -> assertTrue(held(Rank.MARGIN) <= Math.max(1, margin), () -> "margin, seed " + seed);
                case TRANSIENT -> assertTransient(budget - margin - held(Rank.LIVE));
            }
        }

        private void assertTransient(int residual) {
            int negentropy = ledger.held(SlotClass.NEGENTROPY);
            int all = held(Rank.TRANSIENT);
            assertTrue(all <= residual, () -> "over the residual, seed " + seed);
            assertTrue(negentropy <= limits.negentropy(), () -> "negentropy, seed " + seed);
            assertTrue(all - negentropy <= limits.requests(), () -> "requests, seed " + seed);
        }

        private int held(Rank rank) {
            return Arrays.stream(SlotClass.values())
                    .filter(slotClass -> slotClass.rank() == rank)
                    .mapToInt(ledger::held)
                    .sum();
        }
    }
}
