package dev.sluice.app.cli;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a command has opened so far; closed in reverse order, all of it, whatever fails meanwhile. */
final class Opened implements Closeable {

    private final Deque<Closeable> closings = new ArrayDeque<>();

    /** How a part is closed. */
    @FunctionalInterface
    interface Closing<T> {
        void close(T part) throws IOException;
    }

    /** Adds a part. */
    @CanIgnoreReturnValue
    <T> T add(T part, Closing<T> closing) {
        closings.addFirst(() -> closing.close(part));
        return part;
    }

    @Override
    public void close() throws IOException {
        if (!closings.isEmpty()) {
            Closeable newest = closings.removeFirst();
            try {
                newest.close();
            } finally {
                close();
            }
        }
    }
}
