package dev.sluice.app.cli;

import dev.sluice.app.text.LineReader;
import dev.sluice.intake.Import;
import java.io.File;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The lines of files or of standard input, and how much of them has been read. Bytes that are not UTF-8 become
 * replacement characters, which no event with such a byte survives: its id would not fit.
 */
final class InputLines implements Import.Lines, AutoCloseable {

    private final Deque<File> files;
    private final long totalBytes;
    private LineReader reader;

    /** Written by the reading thread only. */
    private volatile long readBytes;

    private InputLines(Deque<File> files, InputStream first) {
        this.files = files;
        this.totalBytes = files.stream().mapToLong(File::length).sum();
        this.reader = new LineReader(new Counted(first));
    }

    /** Files in order, or standard input when there are none. */
    static InputLines open(List<Path> files, InputStream standardInput) {
        Deque<File> named = new ArrayDeque<>();
        for (Path file : files) {
            if (!file.toFile().isFile() || !file.toFile().canRead()) {
                throw new UsageException(file + " is no file that can be read");
            }
            named.add(file.toFile());
        }
        return new InputLines(
                named, named.isEmpty() ? new StandardInput(standardInput) : InputStream.nullInputStream());
    }

    @Override
    public @Nullable String next() throws IOException {
        @Nullable String line = reader.next();
        while (line == null && !files.isEmpty()) {
            reader.close();
            reader = new LineReader(new Counted(new FileInputStream(files.removeFirst())));
            line = reader.next();
        }
        return line;
    }

    /** The part that has been read, when the whole is known. Any thread may ask. */
    OptionalDouble fraction() {
        return totalBytes == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) readBytes / totalBytes);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private final class Counted extends FilterInputStream {

        Counted(InputStream in) {
            super(in);
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread reads
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            readBytes += Math.max(0, read);
            return read;
        }
    }
}
