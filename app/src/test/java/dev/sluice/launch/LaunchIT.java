package dev.sluice.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The packaged jar, started as a person starts it. */
@Timeout(60)
class LaunchIT {
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final String JAR =
            Path.of("app/target/sluice.jar").toAbsolutePath().toString();

    @Test
    void theJarReachesTheCommandLine() throws IOException, InterruptedException {
        Process jar = start(new Jdk(JAVA_HOME).executable(), "-jar", JAR, "--version");

        assertTrue(output(jar).startsWith("sluice "));
        assertEquals(0, jar.waitFor());
    }

    @Test
    void theScriptFindsAJavaAndPassesTheExitCodeOn() throws IOException, InterruptedException {
        Process script = start("app/sluice", "--no-such-option");

        assertTrue(output(script).contains("--no-such-option"));
        assertEquals(2, script.waitFor());
    }

    /** A dry run loads the program and does not call it. */
    @Test
    void theScriptPassesOptionsOfTheEnvironmentToJava() throws IOException, InterruptedException {
        ProcessBuilder script = builder("app/sluice", "--no-such-option");
        script.environment().put("SLUICE_JAVA_OPTS", "-Xmx64m --dry-run");

        assertEquals(0, script.start().waitFor());
    }

    @Test
    void aSecondJavaGetsTheCommandAndItsExitCodeIsPassedOn() throws IOException, InterruptedException {
        assertEquals(2, new Relaunch(new Jdk(JAVA_HOME), JAR, new String[] {"--no-such-option"}).run());
    }

    private static Process start(String... command) throws IOException {
        return builder(command).start();
    }

    private static ProcessBuilder builder(String... command) {
        ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
        process.environment().put("SLUICE_JAVA", JAVA_HOME.toString());
        return process;
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
