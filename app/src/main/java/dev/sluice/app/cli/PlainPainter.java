package dev.sluice.app.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Prints the lines that have changed since they were printed last. */
final class PlainPainter implements Painter {

    private final PrintStream err;
    private List<String> shown = List.of();

    PlainPainter(PrintStream err) {
        this.err = err;
    }

    @Override
    public void paint(List<String> lines) {
        lines.stream().filter(line -> !shown.contains(line)).forEach(err::println);
        shown = List.copyOf(lines);
    }

    /** Five seconds; after a minute of them ever longer, so that a job of years does not fill its log. */
    @Override
    public Duration pause(long shown) {
        return Duration.ofSeconds(shown < 12 ? 5 : Math.min(300, 5 * (shown - 10)));
    }

    @Override
    public void end() {
        shown = List.of();
    }
}
