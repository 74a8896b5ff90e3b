package dev.sluice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What class files do not show and sources do, over the main code of all modules. */
@Timeout(60)
class SourceTest {
    /** The keyword on a line that is not a comment. */
    private static final Pattern LOCKING = Pattern.compile("^(?!\\s*(\\*|//|/\\*)).*\\bsynchronized\\b");

    @Test
    void noSourceUsesTheMonitorOfAnObject() throws IOException, URISyntaxException {
        List<Path> sources = mainSources();

        assertFalse(sources.isEmpty());
        assertEquals(List.of(), sources.stream().filter(SourceTest::locks).toList());
    }

    @Test
    void aBlockIsFoundAndACommentIsNot() {
        assertTrue(LOCKING.matcher("        synchronized (this) {").find());
        assertTrue(LOCKING.matcher("    private synchronized void run() {").find());
        assertFalse(LOCKING.matcher("     * Never synchronized: a virtual thread would pin its carrier.")
                .find());
        assertFalse(LOCKING.matcher("        // not synchronized").find());
    }

    private static boolean locks(Path source) {
        try (Stream<String> lines = Files.lines(source)) {
            return lines.anyMatch(line -> LOCKING.matcher(line).find());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder of all modules. */
    static Path root() throws URISyntaxException {
        Path testClasses = Path.of(SourceTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return testClasses.getParent().getParent().getParent();
    }

    private static List<Path> mainSources() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.walk(root(), 16)) {
            return files.filter(file -> file.toString().matches(".*/src/(main|launch)/java/.*\\.java"))
                    .toList();
        }
    }
}
