package dev.sluice.app.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command in a process of its own, so that it can be given signals. */
final class Child implements AutoCloseable {

    private final Process process;
    private final BufferedReader err;

    /** Starts it with its standard output in a file. */
    Child(Path out, String... args) throws IOException {
        List<String> command = new ArrayList<>(heedingSignals());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sluice.app.cli.Main"));
        command.addAll(List.of(args));
        this.process = new ProcessBuilder(command).redirectOutput(out.toFile()).start();
        this.err = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    }

    /** A shell's background jobs are born deaf to SIGINT, and so are their children unless this is undone. */
    private static List<String> heedingSignals() throws IOException {
        List<String> heeding = List.of("env", "--default-signal=INT,TERM");
        List<String> trial = new ArrayList<>(heeding);
        trial.add("true");
        int code = new ProcessBuilder(trial)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .onExit()
                .join()
                .exitValue();
        return code == 0 ? heeding : List.of();
    }

    /** The first group of a pattern in the first line of standard error that has it; blocks until there is one. */
    String await(String pattern) throws IOException {
        Pattern wanted = Pattern.compile(pattern);
        StringBuilder seen = new StringBuilder();
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            Matcher matcher = wanted.matcher(line);
            if (matcher.find()) {
                return matcher.group(1);
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("it ended without " + pattern + ":\n" + seen);
    }

    /** Sends a signal by its name. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Waits for its end; its exit code. */
    int end() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
