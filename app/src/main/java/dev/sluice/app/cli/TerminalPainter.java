package dev.sluice.app.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Paints each block over the one before. */
final class TerminalPainter implements Painter {

    private static final String CLEAR_BELOW = "\033[J";
    /** Wrapping off while a line is written, so that a narrow window cuts it and the cursor arithmetic holds. */
    private static final String NO_WRAP = "\033[?7l";

    private static final String WRAP = "\033[?7h";

    private final PrintStream err;
    private int height;

    TerminalPainter(PrintStream err) {
        this.err = err;
    }

    @Override
    public void paint(List<String> lines) {
        StringBuilder block = new StringBuilder("\r");
        if (height > 0) {
            block.append(String.format("\033[%dA", height));
        }
        block.append(CLEAR_BELOW).append(NO_WRAP);
        lines.forEach(line -> block.append(line).append("\r\n"));
        err.print(block.append(WRAP));
        err.flush();
        height = lines.size();
    }

    @Override
    public Duration pause(long shown) {
        return Duration.ofMillis(200);
    }

    @Override
    public void end() {
        height = 0;
    }
}
