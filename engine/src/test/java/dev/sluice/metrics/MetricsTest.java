package dev.sluice.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class MetricsTest {

    private final Metrics metrics = new Metrics();

    @Test
    void countersCount() {
        metrics.count(Counter.PAGES);
        metrics.count(Counter.PAGES, 4);
        assertEquals(5, metrics.value(Counter.PAGES));
        assertEquals(0, metrics.value(Counter.DIALS));
    }

    @Test
    void aGaugeIsTheSumOfWhatItsOwnersReport() {
        try (Metrics.Report one = metrics.report(Gauge.SLOTS_FREE, () -> 3);
                Metrics.Report other = metrics.report(Gauge.SLOTS_FREE, () -> 4)) {
            assertEquals(7, metrics.value(Gauge.SLOTS_FREE));
            other.close();
            assertEquals(3, metrics.value(Gauge.SLOTS_FREE));
            one.close();
        }
        assertEquals(0, metrics.value(Gauge.SLOTS_FREE));
    }

    @Test
    void everyNameIsUniqueAndWellFormed() {
        Set<List<String>> names = new HashSet<>();
        Arrays.stream(Counter.values())
                .map(counter -> List.of(counter.metric(), counter.label(), counter.labelValue()))
                .forEach(name -> assertWellFormed(names, name));
        Arrays.stream(Gauge.values())
                .map(gauge -> List.of(gauge.metric(), gauge.label(), gauge.labelValue()))
                .forEach(name -> assertWellFormed(names, name));
    }

    private static void assertWellFormed(Set<List<String>> names, List<String> name) {
        assertTrue(name.get(0).matches("sluice_[a-z_]+"), () -> "name " + name);
        assertTrue(name.get(1).matches("[a-z_]*") && name.get(2).matches("[a-z_]*"), () -> "label " + name);
        assertEquals(name.get(1).isEmpty(), name.get(2).isEmpty(), () -> "label " + name);
        assertTrue(names.add(name), () -> "twice " + name);
    }

    @Test
    void whoIsBeyondItsBoundIsTold() {
        Metrics metrics = new Metrics();
        AtomicLong level = new AtomicLong(2);
        try (var unused = metrics.report(Gauge.REQUESTS, level::get, () -> 2);
                var unusedOther = metrics.report(Gauge.REQUESTS, () -> 100, () -> 1_000);
                var unusedFree = metrics.report(Gauge.CONNECTIONS, () -> Long.MAX_VALUE)) {
            assertEquals(Set.of(), metrics.beyond());
            level.set(3);
            assertEquals(Set.of(Gauge.REQUESTS), metrics.beyond());
        }
        assertEquals(Set.of(), metrics.beyond());
    }

    @Test
    void whatGoesWhileItIsLookedAtIsNotBeyond() {
        Metrics metrics = new Metrics();
        AtomicLong bound = new AtomicLong(4);
        try (var unused = metrics.report(Gauge.LANE_EVENTS, () -> bound.getAndSet(0), bound::get)) {
            assertEquals(Set.of(), metrics.beyond());
        }
    }
}
