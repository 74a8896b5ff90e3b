package dev.sluice.bench;

import dev.sluice.budget.Admission;
import dev.sluice.budget.Limits;
import dev.sluice.budget.Slot;
import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.metrics.Metrics;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** A slot taken and given back: by one thread, by four that find one free, and by four that share two. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SlotBenchmark {
    private final SlotLedger wide = new SlotLedger(20, Limits.OWNED, new Metrics());

    /** Two slots for transient work beside the margin of one. */
    private final SlotLedger narrow = new SlotLedger(3, Limits.OWNED, new Metrics());

    @Benchmark
    public void uncontended() throws InterruptedException {
        takeAndGiveBack(wide);
    }

    @Benchmark
    @Threads(4)
    public void fourThreads() throws InterruptedException {
        takeAndGiveBack(wide);
    }

    @Benchmark
    @Threads(4)
    public void fourThreadsForTwoSlots() throws InterruptedException {
        takeAndGiveBack(narrow);
    }

    @Benchmark
    public void uncontendedAtOnce() {
        if (wide.tryGroup(SlotClass.HISTORIC_PAGE, 1) instanceof Admission.Granted granted) {
            granted.slots().forEach(Slot::close);
        }
    }

    private static void takeAndGiveBack(SlotLedger ledger) throws InterruptedException {
        if (ledger.await(SlotClass.HISTORIC_PAGE) instanceof Admission.Granted granted) {
            granted.slot().close();
        }
    }
}
