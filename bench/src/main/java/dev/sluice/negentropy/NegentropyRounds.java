package dev.sluice.negentropy;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Whole rounds with both sides in one thread: sealed sets with prefix sums, live sets, and the straightforward walk, in
 * the same run. Argument: items a side, 1,000,000 unless given.
 */
public final class NegentropyRounds {

    /** A case is repeated for so long and at least so often; the first half warms up. */
    private static final long LEAST_NANOS = 1_500_000_000L;

    private static final int LEAST_ROUNDS = 4;
    private static final int MOST_ROUNDS = 10_000;

    private NegentropyRounds() {}

    /** Prints one line a case: the median time of a round in milliseconds, frames and bytes. */
    public static void main(String[] args) {
        int items = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        build(items);
        System.out.printf(
                Locale.ROOT,
                "%-28s %12s %12s %12s %8s %8s %12s%n",
                "case",
                "prefix sums",
                "live",
                "walk",
                "walk ÷",
                "frames",
                "bytes");
        for (RoundCase one : RoundCase.values()) {
            run(one, items);
        }
    }

    /** How long a set takes to build from an array, and what it holds of the heap. */
    private static void build(int items) {
        long[] words = new SplittableRandom(1).longs(items * 4L).toArray();
        double sorted = median(() -> set(words, items, 1));
        double unsorted = median(() -> set(words, items, 7919));
        long before = used();
        ItemSet set = set(words, items, 1);
        long bytes = used() - before;
        System.out.printf(
                Locale.ROOT,
                "%,d items: build of sorted %.0f ms, of unsorted %.0f ms, %.1f bytes an item%n",
                set.size(),
                sorted,
                unsorted,
                bytes / (double) items);
    }

    /** With a stride of 1 the items come in order. */
    private static ItemSet set(long[] words, int items, long stride) {
        ItemSet.Builder builder = ItemSet.builder(items);
        for (int i = 0; i < items; i++) {
            builder.add(
                    1_600_000_000L + i * stride % items,
                    words[i * 4],
                    words[i * 4 + 1],
                    words[i * 4 + 2],
                    words[i * 4 + 3]);
        }
        return builder.build();
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void run(RoundCase one, int items) {
        ItemSet here = one.here(items);
        ItemSet there = one.there(items);
        double sealed = time(one, ViewKind.SEALED.of(here), ViewKind.SEALED.of(there));
        double live = time(one, ViewKind.LIVE.of(here), ViewKind.LIVE.of(there));
        double walk = time(one, ViewKind.WALK.of(here), ViewKind.WALK.of(there));
        MeasuredRound round = MeasuredRound.run(here, there, one.frameLimit());
        if (round.onlyHere() < one.onlyHere(items) || round.onlyThere() < one.onlyThere(items)) {
            throw new IllegalStateException("wrong difference: " + round.onlyHere() + ", " + round.onlyThere());
        }
        System.out.printf(
                Locale.ROOT,
                "%-28s %9.3f ms %9.3f ms %9.3f ms %8.1f %8d %,12d%n",
                one.label(),
                sealed,
                live,
                walk,
                walk / sealed,
                round.frames(),
                round.bytes());
    }

    private static double time(RoundCase one, ItemView here, ItemView there) {
        return median(() -> MeasuredRound.run(here, there, one.frameLimit()));
    }

    /** The median of the later half, in milliseconds. */
    private static double median(Runnable measured) {
        double[] times = new double[MOST_ROUNDS];
        int count = 0;
        long begin = System.nanoTime();
        while (count < MOST_ROUNDS && (count < LEAST_ROUNDS || System.nanoTime() - begin < LEAST_NANOS)) {
            long start = System.nanoTime();
            measured.run();
            times[count++] = (System.nanoTime() - start) / 1e6;
        }
        double[] later = Arrays.copyOfRange(times, count / 2, count);
        Arrays.sort(later);
        return later[later.length / 2];
    }
}
