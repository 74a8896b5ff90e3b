package dev.sluice.app.cli;

import dev.sluice.task.Worker;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Standard input, read ahead by a thread of its own, since nothing ends a read that waits for a terminal or a pipe: whoever
 * reads here can be interrupted, with an {@link InterruptedIOException}. One thread reads.
 */
final class StandardInput extends InputStream {

    private static final int BLOCK_BYTES = 1 << 16;
    private static final int BLOCKS = 16;

    private final BlockingQueue<Block> blocks = new ArrayBlockingQueue<>(BLOCKS);
    private Block current = new Bytes(new byte[0]);
    private int position;

    /** What the reading thread hands over. */
    private sealed interface Block {}

    @SuppressWarnings("ArrayRecordComponent") // handed from one thread to one other, never changed
    private record Bytes(byte[] bytes) implements Block {}

    private record End() implements Block {}

    private record Failed(IOException failure) implements Block {}

    StandardInput(InputStream source) {
        Worker.start("standard-input", () -> readAhead(source));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        return switch (block()) {
            case End end -> -1;
            case Failed failed -> throw new IOException("can't read standard input", failed.failure());
            case Bytes(byte[] bytes) -> {
                int copied = Math.min(length, bytes.length - position);
                System.arraycopy(bytes, position, buffer, offset, copied);
                position += copied;
                yield copied;
            }
        };
    }

    private Block block() throws InterruptedIOException {
        while (current instanceof Bytes(byte[] bytes) && position == bytes.length) {
            try {
                current = blocks.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while reading standard input");
            }
            position = 0;
        }
        return current;
    }

    private void readAhead(InputStream source) {
        try {
            Block block;
            do {
                block = nextBlock(source);
                blocks.put(block);
            } while (block instanceof Bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Block nextBlock(InputStream source) {
        byte[] buffer = new byte[BLOCK_BYTES];
        try {
            int read = source.read(buffer);
            return read < 0 ? new End() : new Bytes(read == buffer.length ? buffer : Arrays.copyOf(buffer, read));
        } catch (IOException e) {
            return new Failed(e);
        }
    }
}
