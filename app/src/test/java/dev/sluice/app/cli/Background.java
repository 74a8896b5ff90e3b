package dev.sluice.app.cli;

import dev.sluice.task.Fork;
import dev.sluice.task.TaskScope;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command that runs until it is interrupted, on a thread of the test's process. */
final class Background implements AutoCloseable {

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final TaskScope scope = TaskScope.open("command");
    private final Fork<Integer> command;

    Background(String... args) {
        Streams streams = new Streams(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(new LineOutput(), true, StandardCharsets.UTF_8),
                Optional.empty());
        this.command = scope.fork(args[0], () -> Main.commandLine(streams).execute(args));
    }

    /** The first group of a pattern in the first line of standard error that has it. */
    String await(String pattern) throws InterruptedException {
        Pattern wanted = Pattern.compile(pattern);
        for (String line = next(pattern); ; line = next(pattern)) {
            Matcher matcher = wanted.matcher(line);
            if (matcher.find()) {
                return matcher.group(1);
            }
        }
    }

    /** All it has said on standard error. */
    String said() {
        return String.join("\n", said);
    }

    /** Interrupts it; its exit code. */
    int stop() throws Exception {
        scope.close();
        return command.join();
    }

    @Override
    public void close() {
        scope.close();
    }

    private String next(String pattern) throws InterruptedException {
        String line = lines.poll(30, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("no line with " + pattern + " within 30 s");
        }
        return line;
    }

    private final class LineOutput extends OutputStream {

        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            if (b == '\n') {
                lines.add(line.toString(StandardCharsets.UTF_8));
                said.add(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else {
                line.write(b);
            }
        }
    }
}
