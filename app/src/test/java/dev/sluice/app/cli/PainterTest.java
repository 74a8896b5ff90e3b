package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class PainterTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void aTerminalBlockIsPaintedOverTheOneBefore() {
        Painter painter = new TerminalPainter(new Screen(bytes));
        painter.paint(List.of("a", "b"));
        painter.paint(List.of("c"));
        painter.end();
        painter.paint(List.of("d"));
        assertEquals(
                "\033[?7la\r\nb\r\n\033[?7h" + "\r\033[2A\033[J\033[?7lc\r\n\033[?7h" + "\033[?7ld\r\n\033[?7h",
                bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aLogLineTakesThePlaceOfTheBlock() {
        Screen screen = new Screen(bytes);
        Painter painter = new TerminalPainter(screen);
        painter.paint(List.of("a"));
        new PrintStream(screen, true, StandardCharsets.UTF_8).print("log\n");
        painter.paint(List.of("b"));
        assertEquals(
                "\033[?7la\r\n\033[?7h" + "\r\033[1A\033[Jlog\n" + "\033[?7lb\r\n\033[?7h",
                bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void plainLinesArePrintedOnlyWhenTheyChange() {
        Painter painter = new PlainPainter(err);
        painter.paint(List.of("a 1", "b 1"));
        painter.paint(List.of("a 1", "b 2"));
        painter.end();
        assertEquals("a 1\nb 1\nb 2\n", bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n"));
    }
}
