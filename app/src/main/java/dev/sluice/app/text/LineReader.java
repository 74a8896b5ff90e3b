package dev.sluice.app.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts UTF-8 into lines that end with a line feed, or with a carriage return before it. Looks at bytes only: to decode a
 * stream character by character costs an import as much as to parse it.
 */
public final class LineReader implements AutoCloseable {

    private final InputStream input;
    private final int most;
    private byte[] buffer = new byte[1 << 16];

    /** What was read and not yet given out. */
    private int from;

    private int to;
    private boolean ended;

    /** Lines of any length. */
    public LineReader(InputStream input) {
        this(input, Integer.MAX_VALUE);
    }

    /** @param most bytes of a line; a longer one is an {@link IOException} */
    public LineReader(InputStream input, int most) {
        this.input = input;
        this.most = most;
    }

    /** The next line without its end; null after the last. */
    public @Nullable String next() throws IOException {
        int end = from;
        while (true) {
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            if (end < to || ended) {
                return line(end);
            }
            end -= fill();
        }
    }

    private @Nullable String line(int end) {
        if (from == to) {
            return null;
        }
        int last = end > from && buffer[end - 1] == '\r' ? end - 1 : end;
        String line = new String(buffer, from, last - from, StandardCharsets.UTF_8);
        from = Math.min(end + 1, to);
        return line;
    }

    /** Reads more; returns by how much what waits has moved to the front. */
    private int fill() throws IOException {
        int moved = from;
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        if (to >= most) {
            throw new IOException("a line is longer than " + most + " bytes");
        }
        if (to == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        int read = input.read(buffer, to, buffer.length - to);
        ended = read < 0;
        to += Math.max(0, read);
        return moved;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
