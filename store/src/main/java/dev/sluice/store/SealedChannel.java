package dev.sluice.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import org.h2.store.fs.FileBaseDefault;
import org.jspecify.annotations.Nullable;

/**
 * A file whose chunks are whole or not there. MVStore takes a chunk for valid when its first and last blocks are, and has
 * no sum over what lies between; a disk that loses power may have written both ends and not the middle. So the footer of
 * each chunk, its seal, is written only after all before it is durable, and the header that may point to it after that.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // reads and writes name their place, so they share nothing
final class SealedChannel extends FileBaseDefault {

    /** The block of MVStore. */
    static final int BLOCK = 4_096;

    /** The first two blocks are the file's header, which is written twice and has a sum. */
    private static final int HEADER = 2 * BLOCK;

    /** Of a chunk of MVStore; it stands in one sector of any disk. */
    private static final int FOOTER = 128;

    private final FileChannel file;

    SealedChannel(FileChannel file) {
        this.file = file;
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        int length = source.remaining();
        if (position < HEADER) {
            // The header may point to a chunk only once that is whole, or the chunk before it could not be found.
            file.force(false);
            writeFully(source, position);
            return length;
        }
        int seal = Math.max(0, length - FOOTER);
        writeFully(source.slice(source.position(), seal), position);
        file.force(false);
        source.position(source.position() + seal);
        writeFully(source, position + seal);
        return length;
    }

    private void writeFully(ByteBuffer source, long position) throws IOException {
        long at = position;
        while (source.hasRemaining()) {
            at += file.write(source, at);
        }
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return file.read(target, position);
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    protected void implTruncate(long size) throws IOException {
        file.truncate(size);
    }

    @Override
    public void force(boolean metaData) throws IOException {
        file.force(metaData);
    }

    @Override
    public @Nullable FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return file.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
    }
}
