package dev.sluice.bench;

import dev.sluice.metrics.Metrics;
import dev.sluice.pace.Gate;
import dev.sluice.time.Time;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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

/** A turn: at a gate that is open, by one thread and by four, and at one whose moment is always there at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class GateBenchmark {
    private final Gate open = Gate.open(Gate.Kind.REACTIVE, Time.system(), new Metrics());
    private final Gate spaced = Gate.spaced(Gate.Kind.BACKGROUND, new Jumping(), new Metrics());

    @Benchmark
    public void open() throws InterruptedException {
        open.awaitTurn();
    }

    @Benchmark
    @Threads(4)
    public void openToFourThreads() throws InterruptedException {
        open.awaitTurn();
    }

    /** The arithmetic of a turn that had to be waited for, and no waiting. */
    @Benchmark
    public void arithmetic() throws InterruptedException {
        spaced.awaitTurn();
    }

    /** A clock that stands where it was last waited for. */
    private static final class Jumping implements Time {
        private long now;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void sleepUntil(long deadlineNanos) {
            now = deadlineNanos;
        }

        @Override
        public boolean await(ReentrantLock lock, Condition condition, long deadlineNanos) {
            now = deadlineNanos;
            return false;
        }
    }
}
