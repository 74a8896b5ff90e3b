package dev.sluice.store;

import java.nio.ByteBuffer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Writes entries of the index by id. */
final class IdType extends BasicDataType<IdEntry> {

    static final IdType INSTANCE = new IdType();

    /** Header, two longs and the reference to it. */
    private static final int MEMORY = 36;

    private IdType() {}

    @Override
    public int compare(IdEntry a, IdEntry b) {
        return a.compareTo(b);
    }

    /** The inherited search, but with a comparison that the compiler can take in. */
    @Override
    public int binarySearch(IdEntry key, Object storage, int size, int initialGuess) {
        IdEntry[] entries = (IdEntry[]) storage;
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int comparison = key.compareTo(entries[middle]);
            if (comparison == 0) {
                return middle;
            }
            if (comparison > 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return ~low;
    }

    /** To say it is faster than to guess it. */
    @Override
    public boolean isMemoryEstimationAllowed() {
        return false;
    }

    @Override
    public int getMemory(IdEntry entry) {
        return MEMORY;
    }

    @Override
    public void write(WriteBuffer buffer, IdEntry entry) {
        buffer.putLong(entry.prefix()).putVarLong(entry.seq());
    }

    /** Goes through an array, since single bytes are slow to put into a buffer. */
    @Override
    public void write(WriteBuffer buffer, Object storage, int length) {
        IdEntry[] entries = (IdEntry[]) storage;
        RecordWriter out = new RecordWriter(length * MEMORY);
        for (int i = 0; i < length; i++) {
            out.word(entries[i].prefix());
            out.number(entries[i].seq());
        }
        buffer.put(out.bytes(), 0, out.size());
    }

    @Override
    public IdEntry read(ByteBuffer buffer) {
        return new IdEntry(buffer.getLong(), DataUtils.readVarLong(buffer));
    }

    @Override
    public IdEntry[] createStorage(int size) {
        return new IdEntry[size];
    }
}
