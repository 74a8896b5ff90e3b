package dev.sluice.metrics;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** Flight recorder: what a counter or a gauge showed at a moment. */
@Name("dev.sluice.Metric")
@Label("Metric")
@Category("Sluice")
@Period(value = "10 s")
@StackTrace(false)
public final class MetricSample extends Event {

    @Label("Metric")
    final String metric;

    @Label("Label")
    final String label;

    @Label("Value")
    final long value;

    private MetricSample(String metric, String label, long value) {
        this.metric = metric;
        this.label = label;
        this.value = value;
    }

    /** Writes what is not zero into every recording of this process: every ten seconds, and when it is closed. */
    public static Sampling every(Metrics metrics) {
        Sampling sampling = new Sampling(metrics);
        FlightRecorder.addListener(sampling);
        return sampling;
    }

    private static void sample(String metric, String label, String value, long amount) {
        if (amount != 0) {
            String labelled = label.isEmpty() ? "" : label + "=" + value;
            new MetricSample(metric, labelled, amount).commit();
        }
    }

    /** The metrics of one engine on their way into recordings. */
    public static final class Sampling implements FlightRecorderListener, AutoCloseable {
        private final Metrics metrics;
        private final Runnable hook = this::sample;

        private Sampling(Metrics metrics) {
            this.metrics = metrics;
        }

        @Override
        public void recorderInitialized(FlightRecorder recorder) {
            FlightRecorder.addPeriodicEvent(MetricSample.class, hook);
        }

        private void sample() {
            for (Counter counter : Counter.values()) {
                MetricSample.sample(counter.metric(), counter.label(), counter.labelValue(), metrics.value(counter));
            }
            for (Gauge gauge : Gauge.values()) {
                MetricSample.sample(gauge.metric(), gauge.label(), gauge.labelValue(), metrics.value(gauge));
            }
        }

        @Override
        public void close() {
            FlightRecorder.removeListener(this);
            if (FlightRecorder.isInitialized()) {
                FlightRecorder.removePeriodicEvent(hook);
                sample();
            }
        }
    }
}
