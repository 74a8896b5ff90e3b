package dev.sluice.app.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class LineReaderTest {

    private static List<String> lines(InputStream input) throws IOException {
        List<String> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(input)) {
            for (String line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
            }
            assertNull(reader.next());
        }
        return lines;
    }

    private static InputStream of(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }

    /** Gives one byte at a time, as a slow pipe may. */
    private static InputStream trickling(byte[] bytes) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] buffer, int offset, int length) {
                return super.read(buffer, offset, Math.min(1, length));
            }
        };
    }

    private static void assertLines(String text, String... lines) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertEquals(List.of(lines), lines(of(bytes)));
        assertEquals(List.of(lines), lines(trickling(bytes)));
    }

    @Test
    void bothEndsOfLinesAreKnown() throws IOException {
        assertLines("");
        assertLines("\n", "");
        assertLines("a", "a");
        assertLines("a\n", "a");
        assertLines("a\r\nb\n\nc\r\n", "a", "b", "", "c");
        assertLines("é\r\n😀\r", "é", "😀");
        assertLines("a\rb\n", "a\rb");
    }

    @Test
    void aLineMayBeLongerThanAnyBuffer() throws IOException {
        String first = "é".repeat(100_000);
        String second = "x".repeat(300_000);
        assertEquals(
                List.of(first, second, "end"),
                lines(of((first + "\n" + second + "\nend").getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void whatIsNotUtf8IsReplaced() throws IOException {
        assertEquals(List.of("a\ufffdb", "c"), lines(of(new byte[] {'a', (byte) 0xff, 'b', '\n', 'c'})));
    }

    @Test
    void aLineMayBeBounded() throws IOException {
        int most = 1 << 17;
        byte[] lines = ("a".repeat(100_000) + "\n" + "b".repeat(200_000)).getBytes(StandardCharsets.UTF_8);
        try (LineReader reader = new LineReader(new ByteArrayInputStream(lines), most)) {
            assertEquals(100_000, String.valueOf(reader.next()).length());
            assertThrows(IOException.class, reader::next);
        }
    }
}
