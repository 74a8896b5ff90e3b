package dev.sluice.negentropy;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Building a set of items, and whole rounds with both sides in one thread. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class NegentropyBenchmark {

    /** Times and ids in an array, in order. */
    @State(Scope.Thread)
    public static class Source {

        @Param("1000000")
        int items;

        private long[] words = {};

        @Setup(Level.Trial)
        public void fill() {
            words = new SplittableRandom(1).longs(items * 4L).toArray();
        }
    }

    /** The sets of both sides. */
    @State(Scope.Thread)
    public static class Sides {

        @Param("1000000")
        int items;

        @Param
        RoundCase sets = RoundCase.EQUAL;

        @Param
        ViewKind view = ViewKind.SEALED;

        private ItemView here = ItemSet.builder(0).build();
        private ItemView there = here;

        @Setup(Level.Trial)
        public void build() {
            here = view.of(sets.here(items));
            there = view.of(sets.there(items));
        }
    }

    @Benchmark
    public Object build(Source source) {
        long[] words = source.words;
        ItemSet.Builder builder = ItemSet.builder(source.items);
        for (int at = 0; at < words.length; at += 4) {
            builder.add(1_600_000_000L + at, words[at], words[at + 1], words[at + 2], words[at + 3]);
        }
        return builder.build();
    }

    @Benchmark
    public Object round(Sides sides) {
        return MeasuredRound.run(sides.here, sides.there, sides.sets.frameLimit());
    }
}
