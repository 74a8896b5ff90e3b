package dev.sluice.bench;

import dev.sluice.budget.Admission;
import dev.sluice.budget.Limits;
import dev.sluice.budget.Slot;
import dev.sluice.budget.SlotClass;
import dev.sluice.budget.SlotLedger;
import dev.sluice.metrics.Metrics;
import dev.sluice.task.TaskScope;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Queues demands on one ledger of 20 slots; each gets a thread with its slot, holds it for about a millisecond and gives
 * it back. Says how many threads there were at a time, what a waiting demand weighs, and whether the order held.
 */
public final class QueuedDemands {
    private static final List<SlotClass> CLASSES = List.of(
            SlotClass.RETRY, SlotClass.HISTORIC_PAGE, SlotClass.HYDRATION, SlotClass.NEGENTROPY, SlotClass.ROTATION);
    private static final long HOLD_NANOS = 1_000_000;

    private final int demands;
    private final SlotClass[] asked;
    /** Its place among all grants, of each demand. */
    private final AtomicIntegerArray place;

    private final SlotLedger ledger = new SlotLedger(20, Limits.OWNED, new Metrics());
    private final AtomicInteger grants = new AtomicInteger();
    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicInteger mostThreads = new AtomicInteger();
    private final CountDownLatch ended;

    private QueuedDemands(int demands) {
        this.demands = demands;
        this.place = new AtomicIntegerArray(demands);
        this.ended = new CountDownLatch(demands);
        SplittableRandom random = new SplittableRandom(11);
        this.asked = IntStream.range(0, demands)
                .mapToObj(i -> CLASSES.get(random.nextInt(CLASSES.size())))
                .toArray(SlotClass[]::new);
    }

    /** Argument: how many demands, 10,000 unless it is given. */
    public static void main(String[] arguments) throws InterruptedException {
        int demands = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        new QueuedDemands(Math.min(demands, 2_000)).run(); // warms up
        System.out.println(new QueuedDemands(demands).run());
    }

    private String run() throws InterruptedException {
        List<Slot> all = ((Admission.Granted) ledger.tryGroup(SlotClass.LIVE, 17)).slots();
        Slot page = ((Admission.Granted) ledger.await(SlotClass.HISTORIC_PAGE)).slot();
        List<Slot> margin = ((Admission.Granted) ledger.tryGroup(SlotClass.PROBE, 2)).slots();
        long before = heap();
        try (TaskScope scope = TaskScope.open("demands")) {
            for (int i = 0; i < demands; i++) {
                int number = i;
                ledger.enqueue(asked[i], admission -> granted(number, (Admission.Granted) admission, scope));
            }
            long weight = (heap() - before) / demands;
            int waiting = ledger.waiting();
            long start = System.nanoTime();
            all.forEach(Slot::close);
            margin.forEach(Slot::close);
            page.close();
            ended.await();
            double seconds = (System.nanoTime() - start) / 1e9;
            return String.format(
                    Locale.ROOT,
                    "%,d demands waited, %d bytes each, without a thread; served in %.2f s (%,.0f/s), "
                            + "at most %d threads at a time; out of order within a ceiling: %d%n",
                    waiting,
                    weight,
                    seconds,
                    demands / seconds,
                    mostThreads.get(),
                    outOfOrder());
        }
    }

    private void granted(int number, Admission.Granted granted, TaskScope scope) {
        scope.fork("demand", () -> {
            mostThreads.accumulateAndGet(threads.incrementAndGet(), Math::max);
            place.set(number, grants.getAndIncrement());
            LockSupport.parkNanos(HOLD_NANOS);
            threads.decrementAndGet();
            granted.slot().close();
            ended.countDown();
            return number;
        });
    }

    /**
     * Demands that began before an older one of their ceiling, by more than threads which start together may swap: they
     * are granted in order, but counted when they run.
     */
    private long outOfOrder() {
        return Arrays.stream(new SlotClass.Rank[] {SlotClass.Rank.MARGIN, SlotClass.Rank.TRANSIENT})
                .mapToLong(this::outOfOrder)
                .sum();
    }

    private long outOfOrder(SlotClass.Rank rank) {
        int most = 0;
        long wrong = 0;
        for (int i = 0; i < demands; i++) {
            if (asked[i].rank() == rank && asked[i] != SlotClass.NEGENTROPY) {
                wrong += most - place.get(i) > 20 ? 1 : 0;
                most = Math.max(most, place.get(i));
            }
        }
        return wrong;
    }

    private static long heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
