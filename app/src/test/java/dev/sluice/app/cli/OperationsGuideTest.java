package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.relay.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The operations guide names every limit with its default and its range. */
@Timeout(10)
final class OperationsGuideTest {

    private static final Path GUIDE = Path.of("docs", "operations.md");

    @Test
    void everyLimitIsThereWithItsNumbers() throws IOException {
        List<String> rows = Files.readAllLines(GUIDE).stream()
                .filter(line -> line.startsWith("| `") && line.contains(" … "))
                .map(line -> line.substring(0, line.indexOf(" | ", line.indexOf(" … "))))
                .sorted()
                .toList();
        assertEquals(
                Arrays.stream(Limit.values())
                        .map(OperationsGuideTest::row)
                        .sorted()
                        .toList(),
                rows);
    }

    private static String row(Limit limit) {
        String usual = limit.usual() == Limit.NONE ? "none" : number(limit.usual());
        return "| `" + limit.key() + "` | " + usual + " | " + number(limit.least()) + " … " + number(limit.most());
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
