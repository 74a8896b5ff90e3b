package dev.sluice.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** The values of maps whose keys say it all: no byte in the file, no thought. */
final class NothingType extends BasicDataType<Boolean> {

    static final NothingType INSTANCE = new NothingType();

    private static final Boolean[] SHARED = filled(1_024);

    private NothingType() {}

    @Override
    public boolean isMemoryEstimationAllowed() {
        return false;
    }

    @Override
    public int getMemory(Boolean value) {
        return 0;
    }

    @Override
    public void write(WriteBuffer buffer, Boolean value) {
        // no byte
    }

    @Override
    public void write(WriteBuffer buffer, Object storage, int length) {
        // no byte
    }

    @Override
    public Boolean read(ByteBuffer buffer) {
        return true;
    }

    @Override
    public void read(ByteBuffer buffer, Object storage, int length) {
        // The storage says it already.
    }

    /** All pages share one array, for they all say the same: a page is copied at each change. */
    @Override
    public Boolean[] createStorage(int size) {
        return size <= SHARED.length ? SHARED : filled(size);
    }

    private static Boolean[] filled(int size) {
        Boolean[] values = new Boolean[size];
        Arrays.fill(values, true);
        return values;
    }
}
