package dev.sluice.metrics;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** The numbers of one engine. Counting never blocks; any thread may count and read. */
public final class Metrics {

    private final Map<Counter, LongAdder> counters = new ConcurrentHashMap<>();
    private final Map<Gauge, Set<Report>> gauges = new ConcurrentHashMap<>();

    public void count(Counter counter) {
        count(counter, 1);
    }

    public void count(Counter counter, long times) {
        adder(counter).add(times);
    }

    /** The count so far. */
    public long value(Counter counter) {
        return adder(counter).sum();
    }

    /** The sum over all who report this gauge. */
    public long value(Gauge gauge) {
        return reports(gauge).stream()
                .mapToLong(report -> report.level.getAsLong())
                .sum();
    }

    /** Adds one who reports a gauge; closing the report takes it out. The supplier must not block. */
    public Report report(Gauge gauge, LongSupplier level) {
        return report(gauge, level, () -> Long.MAX_VALUE);
    }

    /**
     * Adds one who reports state that a peer can make grow.
     *
     * @param bound what the level never exceeds; must not block either
     */
    public Report report(Gauge gauge, LongSupplier level, LongSupplier bound) {
        Report report = new Report(reports(gauge), level, bound);
        report.reports.add(report);
        return report;
    }

    /** Who reports a level beyond its bound at this moment, by gauge; none when all is well. */
    public Set<Gauge> beyond() {
        Set<Gauge> beyond = EnumSet.noneOf(Gauge.class);
        gauges.forEach((gauge, reports) -> {
            if (reports.stream().anyMatch(Report::isBeyond)) {
                beyond.add(gauge);
            }
        });
        return beyond;
    }

    private LongAdder adder(Counter counter) {
        return counters.computeIfAbsent(counter, any -> new LongAdder());
    }

    private Set<Report> reports(Gauge gauge) {
        return gauges.computeIfAbsent(gauge, any -> ConcurrentHashMap.newKeySet());
    }

    /** One part of a gauge, for as long as its owner lives. */
    public static final class Report implements AutoCloseable {
        private final Set<Report> reports;
        private final LongSupplier level;
        private final LongSupplier bound;

        private Report(Set<Report> reports, LongSupplier level, LongSupplier bound) {
            this.reports = reports;
            this.level = level;
            this.bound = bound;
        }

        /** A bound may move while the level is read, as owners come and go: the larger one holds. */
        private boolean isBeyond() {
            long before = bound.getAsLong();
            long now = level.getAsLong();
            return now > before && now > bound.getAsLong();
        }

        /** Takes the part out; again does nothing. */
        @Override
        public void close() {
            reports.remove(this);
        }
    }
}
