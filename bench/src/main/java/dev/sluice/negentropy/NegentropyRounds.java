package dev.sluice.negentropy;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Whole rounds with both sides in one thread: sealed sets with prefix sums, live sets, and the straightforward walk, in
 * the same run. Argument: items a side, 1,000,000 unless given.
 */
public final class NegentropyRounds {

    private static final int REPETITIONS = 5;

    private NegentropyRounds() {}

    /** How many items only one side has, and the frame limit of both. */
    private record Case(String name, int shared, int onlyHere, int onlyThere, int frameLimit) {}

    /** Prints one line a case: the median time of a round in milliseconds, frames and bytes. */
    public static void main(String[] args) {
        int items = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        memory(items);
        System.out.printf(
                Locale.ROOT,
                "%-28s %12s %12s %12s %8s %12s%n",
                "case",
                "prefix sums",
                "live",
                "walk",
                "frames",
                "bytes");
        for (Case one : new Case[] {
            new Case("equal", items, 0, 0, 0),
            new Case("50 + 50", items - 50, 50, 50, 0),
            new Case("5,000 + 5,000", items - 5_000, 5_000, 5_000, 0),
            new Case("5,000 + 5,000, 60,000", items - 5_000, 5_000, 5_000, 60_000),
            new Case("empty against full, 60,000", 0, 0, items, 60_000)
        }) {
            run(one);
        }
    }

    private static void memory(int items) {
        long before = used();
        long start = System.nanoTime();
        ItemSet set = set(items, 0, 1, true);
        long sorted = System.nanoTime() - start;
        long after = used();
        start = System.nanoTime();
        set(items, 0, 1, false);
        long unsorted = System.nanoTime() - start;
        System.out.printf(
                Locale.ROOT,
                "%,d items: build of sorted %.0f ms, of unsorted %.0f ms, %.1f bytes an item%n",
                set.size(),
                sorted / 1e6,
                unsorted / 1e6,
                (after - before) / (double) items);
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void run(Case one) {
        ItemSet here = set(one.shared, one.onlyHere, 2, true);
        ItemSet there = set(one.shared, one.onlyThere, 3, true);
        Traffic traffic = new Traffic();
        double sealed = median(one, here, there, items -> items, traffic);
        double live = median(one, here, there, NegentropyRounds::live, traffic);
        double walk = median(one, here, there, WalkingItems::new, traffic);
        System.out.printf(
                Locale.ROOT,
                "%-28s %9.2f ms %9.2f ms %9.2f ms %8d %,12d%n",
                one.name,
                sealed,
                live,
                walk,
                traffic.frames,
                traffic.bytes);
    }

    private static double median(
            Case one, ItemSet here, ItemSet there, Function<ItemSet, ItemView> view, Traffic traffic) {
        ItemView left = view.apply(here);
        ItemView right = view.apply(there);
        double[] times = new double[REPETITIONS];
        for (int i = -2; i < REPETITIONS; i++) {
            traffic.clear();
            long start = System.nanoTime();
            round(left, right, one.frameLimit, traffic);
            times[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
        }
        if (traffic.onlyHere != one.onlyHere || traffic.onlyThere < one.onlyThere) {
            throw new IllegalStateException("wrong difference: " + traffic.onlyHere + ", " + traffic.onlyThere);
        }
        Arrays.sort(times);
        return times[REPETITIONS / 2];
    }

    private static void round(ItemView left, ItemView right, int frameLimit, Traffic traffic) {
        Reconciler initiator = Reconciler.initiator(left, frameLimit);
        Reconciler responder = Reconciler.responder(right, frameLimit);
        Frame next = traffic.sent(initiator.initiate());
        while (next.size() > 1) {
            Frame answer = traffic.sent(((Step.Reply) responder.step(next)).frame());
            switch (initiator.step(answer)) {
                case Step.Reply(Frame frame, Difference found) -> {
                    traffic.found(found);
                    next = traffic.sent(frame);
                }
                case Step.Done(Difference found) -> {
                    traffic.found(found);
                    return;
                }
                case Step.Refused(String reason) -> throw new IllegalStateException(reason);
            }
        }
    }

    private static ItemView live(ItemSet items) {
        LiveItems live = new LiveItems();
        live.fill(items);
        return live.snapshot();
    }

    /** Shared items from one seed, further ones from another; times grow by a few seconds an item. */
    private static ItemSet set(int shared, int more, long seed, boolean sorted) {
        SplittableRandom common = new SplittableRandom(1);
        SplittableRandom own = new SplittableRandom(seed);
        ItemSet.Builder builder = ItemSet.builder(shared + more);
        int step = more == 0 ? Integer.MAX_VALUE : Math.max(1, (shared + more) / more);
        int left = more;
        for (int i = 0; i < shared || left > 0; i++) {
            long time = 1_600_000_000L + (sorted ? i : (i * 7919L) % shared) * 2L;
            if (i < shared) {
                add(builder, time, common);
            }
            if (left > 0 && (i % step == 0 || i >= shared)) {
                add(builder, time + 1, own);
                left--;
            }
        }
        return builder.build();
    }

    private static void add(ItemSet.Builder builder, long time, SplittableRandom random) {
        builder.add(time, random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }

    /** What went over the wire in one round. */
    private static final class Traffic {

        private int frames;
        private long bytes;
        private long onlyHere;
        private long onlyThere;

        void clear() {
            frames = 0;
            bytes = 0;
            onlyHere = 0;
            onlyThere = 0;
        }

        Frame sent(Frame frame) {
            frames++;
            bytes += frame.size();
            return frame;
        }

        void found(Difference found) {
            onlyHere += found.onlyHere().size();
            onlyThere += found.onlyThere().size();
        }
    }
}
