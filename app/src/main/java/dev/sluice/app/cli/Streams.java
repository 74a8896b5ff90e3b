package dev.sluice.app.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where one run reads and writes: data on {@code out}, progress and words for a person on {@code err}.
 *
 * @param screen what {@code err} writes to when that is a terminal that understands cursor movements
 */
record Streams(InputStream in, OutputStream out, PrintStream err, Optional<Screen> screen) {

    /** The streams of the process; logs go by the screen too. */
    static Streams process() {
        OutputStream raw = new FileOutputStream(FileDescriptor.err);
        Optional<Screen> screen = isTerminal(System.getenv()) ? Optional.of(new Screen(raw)) : Optional.empty();
        OutputStream shown = screen.isPresent() ? screen.get() : raw;
        PrintStream err = new PrintStream(shown, true, StandardCharsets.UTF_8);
        System.setErr(err);
        return new Streams(
                new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out), err, screen);
    }

    /** A line of words for a person. */
    void say(String line) {
        err.println(line);
    }

    /** What is written for a person by a library that wants a writer. */
    PrintWriter errWriter() {
        return new PrintWriter(err, true, StandardCharsets.UTF_8);
    }

    /** The same for data. */
    PrintWriter outWriter() {
        return new PrintWriter(out, true, StandardCharsets.UTF_8);
    }

    /** Java can't ask about one stream alone: the launching script says it, else what the system shows behind it. */
    private static boolean isTerminal(Map<String, String> environment) {
        if (environment.getOrDefault("TERM", "dumb").equals("dumb")) {
            return false;
        }
        @Nullable String said = environment.get("SLUICE_TERMINAL");
        return said == null ? standsBehind("/dev/pts/", "/dev/tty", "/dev/console") : said.equals("1");
    }

    private static boolean standsBehind(String... devices) {
        @Nullable String target = errorStream();
        return target != null && Stream.of(devices).anyMatch(target::startsWith);
    }

    private static @Nullable String errorStream() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }
}
