package dev.sluice.app.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.metrics.Counter;
import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricsPageTest {

    private static final Pattern SAMPLE =
            Pattern.compile("(sluice_[a-z_]+)(?:\\{([a-z_]+)=\"([a-z0-9_]+)\"})? ([0-9.E]+)");

    private final Metrics metrics = new Metrics();

    private List<String> ours() {
        try (MetricsPage page = new MetricsPage(metrics)) {
            return page.answer("")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("sluice_"))
                    .toList();
        }
    }

    @Test
    void everyNumberIsThereUnderItsFixedNameAndNothingElse() {
        Set<String> wanted = Stream.concat(
                        Stream.of(Counter.values())
                                .map(one -> one.metric() + " " + one.label() + " " + one.labelValue()),
                        Stream.of(Gauge.values()).map(one -> one.metric() + " " + one.label() + " " + one.labelValue()))
                .collect(Collectors.toSet());
        Set<String> told = ours().stream().map(MetricsPageTest::name).collect(Collectors.toSet());
        assertEquals(wanted, told);
    }

    @Test
    void countsAndLevelsAreThoseOfTheEngine() {
        metrics.count(Counter.PAGES, 3);
        try (var unused = metrics.report(Gauge.CONNECTIONS, () -> 2)) {
            List<String> lines = ours();
            assertTrue(lines.contains("sluice_pages_total 3.0"), lines.toString());
            assertTrue(lines.contains("sluice_connections 2.0"), lines.toString());
        }
    }

    private static String name(String line) {
        Matcher sample = SAMPLE.matcher(line);
        assertTrue(sample.matches(), line);
        String label = sample.group(2) == null ? " " : sample.group(2) + " " + sample.group(3);
        return sample.group(1) + " " + label;
    }
}
