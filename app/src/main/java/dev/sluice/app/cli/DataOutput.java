package dev.sluice.app.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Lines of data on standard output, buffered; closing it flushes and leaves the stream open. */
final class DataOutput implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final OutputStream out;

    DataOutput(Streams streams) {
        this.out = new BufferedOutputStream(streams.out(), BUFFER_BYTES);
    }

    /** Writes one line. */
    void line(String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    @Override
    public void close() {
        flush();
    }
}
