package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

@Timeout(20)
final class HelpTest {

    private static final CommandLine SLUICE = Main.commandLine(new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            Optional.empty()));

    static Stream<String> commands() {
        return SLUICE.getSubcommands().keySet().stream();
    }

    @Test
    void allCommandsAreThere() {
        assertEquals(
                Set.of(
                        "quickstart",
                        "mirror",
                        "sync",
                        "serve",
                        "import",
                        "export",
                        "query",
                        "inspect",
                        "plan",
                        "status",
                        "stop",
                        "reload",
                        "backup",
                        "check",
                        "console",
                        "config",
                        "completion",
                        "sample",
                        "classify",
                        "negentropy-harness"),
                SLUICE.getSubcommands().keySet());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpGivesExamplesAndExitCodesOnStandardOutput(String command) {
        CommandRun help = CommandRun.of(command, "--help");
        assertEquals(Exit.DONE, help.exit());
        assertTrue(help.out().replace("\r\n", "\n").contains("Examples:\n  sluice " + command), help.out());
        assertTrue(help.out().contains("130   interrupted, after a clean stop"), help.out());
        assertEquals("", help.err());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyExampleStandsOnOneLine(String command) {
        String help = CommandRun.of(command, "--help").out();
        for (String example : SLUICE.getSubcommands()
                .get(command)
                .getCommandSpec()
                .usageMessage()
                .footer()) {
            assertTrue(help.lines().anyMatch(example::equals), example);
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionIsDescribed(String command) {
        SLUICE.getSubcommands().get(command).getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> assertFalse(option.description().length == 0, option.longestName()));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void anUnknownOptionIsAUsageErrorThatNamesTheHelp(String command) {
        CommandRun run = CommandRun.of(command, "--no-such-option");
        assertEquals(Exit.USAGE, run.exit());
        assertEquals("", run.out());
        assertTrue(run.err().contains("Try 'sluice " + command + " --help'."), run.err());
    }

    @Test
    void noCommandIsAUsageError() {
        assertEquals(Exit.USAGE, CommandRun.of().exit());
    }

    @Test
    void theVersionNamesTheJavaToo() {
        CommandRun run = CommandRun.of("--version");
        assertEquals(Exit.DONE, run.exit());
        assertTrue(run.out().startsWith("sluice "), run.out());
        assertTrue(run.out().contains("Java " + Runtime.version()), run.out());
    }

    @Test
    void earlyUpdatesOfJava25AreWarnedOf() {
        assertTrue(Main.losesWakeUps(Runtime.Version.parse("25")).isPresent());
        assertTrue(Main.losesWakeUps(Runtime.Version.parse("25.0.2+10")).isPresent());
        assertTrue(Main.losesWakeUps(Runtime.Version.parse("25.0.3+9")).isEmpty());
        assertTrue(Main.losesWakeUps(Runtime.Version.parse("21.0.1")).isEmpty());
    }

    @Test
    void theCompletionScriptKnowsTheCommands() {
        CommandRun run = CommandRun.of("completion");
        assertEquals(Exit.DONE, run.exit());
        assertTrue(run.out().contains("complete -F _complete_sluice"), run.out());
        assertTrue(run.out().contains("import"), run.out());
    }
}
