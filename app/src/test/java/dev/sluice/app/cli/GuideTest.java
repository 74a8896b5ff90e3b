package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ConfigurationFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the user guide shows is what the program takes. */
@Timeout(20)
final class GuideTest {

    private static final Path GUIDE = Path.of("docs", "user-guide.md");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

    @TempDir
    private Path folder;

    static Stream<String> commands() throws IOException {
        return blocks("sh").stream()
                .flatMap(String::lines)
                .flatMap(line -> Stream.of(line.split(" \\| |<\\(|  # ")))
                .map(part -> part.replaceAll("[)]$| > .*$", "").strip())
                .filter(part -> part.startsWith("sluice "));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandIsUnderstood(String command) {
        List<String> words = WORD.matcher(command)
                .results()
                .map(word -> word.group(1) == null ? word.group() : word.group(1))
                .toList();
        CommandLine sluice = Main.commandLine(new Streams(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                Optional.empty()));
        CommandLine.ParseResult parsed = sluice.parseArgs(words.stream().skip(1).toArray(String[]::new));
        assertEquals(words.get(1), parsed.subcommand().commandSpec().name());
    }

    @Test
    void theConfigurationFilesAreValid() throws IOException {
        List<String> files = blocks("toml");
        assertFalse(files.isEmpty());
        Configuration last = Configuration.EMPTY;
        for (String text : files) {
            last = ConfigurationFile.read(Files.writeString(folder.resolve("sluice.toml"), text));
            assertTrue(last.grasp().isPresent());
        }
        assertEquals(2, last.watches().size());
    }

    private static List<String> blocks(String language) throws IOException {
        Pattern block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL);
        List<String> blocks = new ArrayList<>();
        for (MatchResult found :
                block.matcher(Files.readString(GUIDE)).results().toList()) {
            blocks.add(found.group(1));
        }
        return blocks;
    }
}
