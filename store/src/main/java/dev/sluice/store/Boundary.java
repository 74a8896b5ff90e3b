package dev.sluice.store;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.h2.mvstore.SFChunk;

/**
 * The event file as it was between two groups, to be read byte by byte while the archive goes on: until this is closed, new
 * chunks go behind it and nothing of it is overwritten or moved. The file grows meanwhile.
 */
final class Boundary implements AutoCloseable {

    /** The header says which chunk is the newest; it alone changes in its place. */
    private static final int HEADER = 2 * SealedChannel.BLOCK;

    private final ChunkFile file;
    private final ByteBuffer header;
    private final long bytes;
    private final long events;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Boundary(ChunkFile file, long events) {
        this.file = file;
        this.header = file.readFully((SFChunk) null, 0, HEADER);
        this.bytes = file.used();
        this.events = events;
    }

    /** The file as it is now. Writer thread only. */
    static Boundary of(EventFile events, Snapshots snapshots) {
        ChunkFile file = chunks(events);
        file.keep();
        // A chunk of its own is the last of the file and named by the header, so that all before it is found by it.
        Long last = events.maps().records().lastKey();
        events.indexed(last == null ? 0 : last);
        events.commit();
        snapshots.publish();
        return new Boundary(file, events.maps().heads().sizeAsLong());
    }

    /** Whether there is one of a file, so that nothing of the file can be compacted. */
    static boolean keeps(EventFile events) {
        return events.store().getFileStore() instanceof ChunkFile file && !file.isSpaceReused();
    }

    /** The file itself; an archive in memory has none, which is an {@link UnsupportedOperationException}. */
    static ChunkFile chunks(EventFile events) {
        if (events.store().getFileStore() instanceof ChunkFile file) {
            return file;
        }
        throw new UnsupportedOperationException("an archive in memory has no file");
    }

    /** How long it is. */
    long bytes() {
        return bytes;
    }

    /** How many events are in it. */
    long events() {
        return events;
    }

    /** Bytes from a position: as many as are left, but not more than a number, and the header by itself. Blocks for the disk. */
    ByteBuffer read(long position, int most) {
        return position == 0
                ? header.duplicate()
                : file.readFully((SFChunk) null, position, (int) Math.min(most, bytes - position));
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            file.release();
        }
    }
}
