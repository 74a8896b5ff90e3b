package dev.sluice.app.cli;

import java.time.Duration;
import java.util.List;

/** Shows a block of lines that changes. */
sealed interface Painter permits TerminalPainter, PlainPainter {

    /** Shows the block anew. */
    void paint(List<String> lines);

    /** How long to wait before the next block when so many have been shown. */
    Duration pause(long shown);

    /** Leaves the last block where it stands. */
    void end();
}
