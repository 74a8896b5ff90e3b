package dev.sluice.app.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Paints each block over the one before. */
final class TerminalPainter implements Painter {

    private final Screen screen;

    TerminalPainter(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void paint(List<String> lines) {
        try {
            screen.paint(lines);
        } catch (IOException e) {
            // a terminal that has gone shows no progress
            screen.leave();
        }
    }

    @Override
    public Duration pause(long shown) {
        return Duration.ofMillis(200);
    }

    @Override
    public void end() {
        screen.leave();
    }
}
