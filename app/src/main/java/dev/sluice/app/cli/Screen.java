package dev.sluice.app.cli;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A terminal with a block of lines at its end that is painted over. What others write meanwhile, log lines for example,
 * takes the place of the block; the next one stands below it.
 */
final class Screen extends OutputStream {

    private static final String CLEAR_BELOW = "\033[J";
    /** Wrapping off while a line is written, so that a narrow window cuts it and the cursor arithmetic holds. */
    private static final String NO_WRAP = "\033[?7l";

    private static final String WRAP = "\033[?7h";

    private final OutputStream terminal;
    private final ReentrantLock lock = new ReentrantLock();

    /** Lines of the block that is shown. */
    @GuardedBy("lock")
    private int height;

    Screen(OutputStream terminal) {
        this.terminal = terminal;
    }

    /** Shows a block in place of the last one. */
    void paint(List<String> lines) throws IOException {
        StringBuilder block = new StringBuilder(NO_WRAP);
        lines.forEach(line -> block.append(line).append("\r\n"));
        byte[] bytes = block.append(WRAP).toString().getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            erase();
            terminal.write(bytes);
            terminal.flush();
            height = lines.size();
        } finally {
            lock.unlock();
        }
    }

    /** Leaves the block where it stands. */
    void leave() {
        lock.lock();
        try {
            height = 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        lock.lock();
        try {
            erase();
            terminal.write(bytes, offset, length);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void flush() throws IOException {
        terminal.flush();
    }

    @GuardedBy("lock")
    private void erase() throws IOException {
        if (height > 0) {
            String up = String.format("\r\033[%dA", height) + CLEAR_BELOW;
            terminal.write(up.getBytes(StandardCharsets.US_ASCII));
            height = 0;
        }
    }
}
