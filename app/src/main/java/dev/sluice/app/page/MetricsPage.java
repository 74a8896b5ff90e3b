package dev.sluice.app.page;

import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;

/** All numbers of an engine and of the Java process in Prometheus' text format. Names and labels are fixed. */
public final class MetricsPage implements Page, AutoCloseable {

    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    public MetricsPage(Metrics metrics) {
        for (Counter counter : Counter.values()) {
            FunctionCounter.builder(counter.metric(), metrics, engine -> engine.value(counter))
                    .tags(tags(counter.label(), counter.labelValue()))
                    .register(registry);
        }
        for (Gauge gauge : Gauge.values()) {
            io.micrometer.core.instrument.Gauge.builder(gauge.metric(), metrics, engine -> engine.value(gauge))
                    .tags(tags(gauge.label(), gauge.labelValue()))
                    .register(registry);
        }
        List.of(
                        new JvmMemoryMetrics(),
                        new JvmThreadMetrics(),
                        new ProcessorMetrics(),
                        new UptimeMetrics(),
                        new FileDescriptorMetrics())
                .forEach(part -> part.bindTo(registry));
    }

    private static Tags tags(String label, String value) {
        return label.isEmpty() ? Tags.empty() : Tags.of(label, value);
    }

    @Override
    public Answer answer(String accept) {
        return new Answer(200, TYPE, registry.scrape());
    }

    @Override
    public void close() {
        registry.close();
    }
}
