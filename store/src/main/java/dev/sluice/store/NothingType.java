package dev.sluice.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** The values of maps whose keys say it all: no byte in the file, no thought. */
final class NothingType extends BasicDataType<Boolean> {

    static final NothingType INSTANCE = new NothingType();

    private NothingType() {}

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
        return Boolean.TRUE;
    }

    @Override
    public void read(ByteBuffer buffer, Object storage, int length) {
        Arrays.fill((Boolean[]) storage, 0, length, true);
    }

    @Override
    public Boolean[] createStorage(int size) {
        return new Boolean[size];
    }
}
