package dev.sluice.app.cli;

import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far a job is while it runs: a block that is painted over on a terminal, plain lines every few seconds
 * elsewhere. Closing it paints the last state and ends its thread.
 */
final class Display implements AutoCloseable {

    private final Painter painter;
    private final Source source;
    private final Time time;
    private final TaskScope scope;

    /** What is shown. Called on the progress thread, and once more by the closing thread after that has ended. */
    @FunctionalInterface
    interface Source {
        /**
         * The lines that tell the state at a moment.
         *
         * @param end whether these are the last
         */
        List<String> lines(long nowNanos, boolean end);
    }

    private Display(Streams streams, Time time, Source source) {
        this.painter =
                streams.screen().<Painter>map(TerminalPainter::new).orElseGet(() -> new PlainPainter(streams.err()));
        this.source = source;
        this.time = time;
        this.scope = TaskScope.open("progress");
    }

    /** Starts to show a job. */
    static Display start(Streams streams, Time time, Source source) {
        Display display = new Display(streams, time, source);
        display.scope.fork("ticks", display::paint);
        return display;
    }

    /** Starts to show a job of one line. */
    static Display start(Streams streams, Time time, String label, Supplier<Reading> readings) {
        Meter meter = new Meter(label, time.nanos(), readings.get().done());
        return start(streams, time, (now, end) -> {
            Reading reading = readings.get();
            return List.of(end ? meter.end(now, reading) : meter.line(now, reading));
        });
    }

    /** Does a job while it is shown. */
    <T> T during(Job<T> job) throws IOException, InterruptedException {
        try (this) {
            return job.call();
        }
    }

    /** What is shown. */
    @FunctionalInterface
    interface Job<T> {
        T call() throws IOException, InterruptedException;
    }

    @Override
    public void close() {
        scope.close();
        painter.paint(source.lines(time.nanos(), true));
        painter.end();
    }

    private @Nullable Void paint() throws InterruptedException {
        for (long painted = 0; ; painted++) {
            time.sleep(painter.pause(painted));
            painter.paint(source.lines(time.nanos(), false));
        }
    }
}
