package dev.sluice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every failure of the table has tests, and they exist. */
@Timeout(60)
class FailuresTest {
    private static final String TABLE = "failures.tsv";

    @Test
    void everyFailureHasItsTests() throws IOException, URISyntaxException {
        List<String> missing = new ArrayList<>();
        List<String> rows = rows();
        for (String row : rows) {
            String[] columns = row.split("\t", -1);
            assertEquals(2, columns.length, row);
            for (String test : columns[1].split(" ", -1)) {
                if (!exists(test)) {
                    missing.add(test);
                }
            }
        }
        assertFalse(rows.isEmpty());
        assertEquals(List.of(), missing);
    }

    @Test
    void aMethodThatIsNoTestIsNotTakenForOne() throws IOException, URISyntaxException {
        assertFalse(exists("FailuresTest#nothing"));
        assertFalse(exists("FailuresTest#rows"));
        assertFalse(exists("NoTest#everyFailureHasItsTests"));
    }

    private static List<String> rows() throws IOException {
        try (InputStream table = FailuresTest.class.getResourceAsStream(TABLE)) {
            String text = new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    /** Looks into the sources, as some tests are those of other modules. */
    private static boolean exists(String test) throws IOException, URISyntaxException {
        String[] parts = test.split("#", 2);
        Pattern method =
                Pattern.compile("@(?:Test|ParameterizedTest)\\b(?:(?!\\bvoid\\b)[\\s\\S])*\\bvoid " + parts[1] + "\\(");
        for (Path source : sources(parts[0] + ".java")) {
            if (method.matcher(Files.readString(source)).find()) {
                return true;
            }
        }
        return false;
    }

    private static List<Path> sources(String name) throws IOException, URISyntaxException {
        List<Path> found = new ArrayList<>();
        for (String module : List.of("engine", "store", "app")) {
            Path tests = SourceTest.root().resolve(module).resolve("src/test/java");
            try (Stream<Path> files = Files.walk(tests)) {
                files.filter(file -> file.getFileName().toString().equals(name)).forEach(found::add);
            }
        }
        return found;
    }
}
