package dev.sluice.metrics;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The numbers of one engine. Counting never blocks; any thread may count and read. */
public final class Metrics {

    private final List<LongAdder> counters =
            Stream.generate(LongAdder::new).limit(Counter.values().length).toList();

    private final List<Set<Report>> gauges =
            Stream.generate(Metrics::reports).limit(Gauge.values().length).toList();

    public void count(Counter counter) {
        count(counter, 1);
    }

    public void count(Counter counter, long times) {
        counters.get(counter.ordinal()).add(times);
    }

    /** The count so far. */
    public long value(Counter counter) {
        return counters.get(counter.ordinal()).sum();
    }

    /** The sum over all who report this gauge. */
    public long value(Gauge gauge) {
        return gauges.get(gauge.ordinal()).stream()
                .mapToLong(report -> report.level.getAsLong())
                .sum();
    }

    /** Adds one who reports a gauge; closing the report takes it out. The supplier must not block. */
    public Report report(Gauge gauge, LongSupplier level) {
        Report report = new Report(gauges.get(gauge.ordinal()), level);
        report.reports.add(report);
        return report;
    }

    private static Set<Report> reports() {
        return ConcurrentHashMap.newKeySet();
    }

    /** One part of a gauge, for as long as its owner lives. */
    public static final class Report implements AutoCloseable {
        private final Set<Report> reports;
        private final LongSupplier level;

        private Report(Set<Report> reports, LongSupplier level) {
            this.reports = reports;
            this.level = level;
        }

        /** Takes the part out; again does nothing. */
        @Override
        public void close() {
            reports.remove(this);
        }
    }
}
