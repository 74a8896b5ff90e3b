package dev.sluice.negentropy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Writes a frame. Times are relative to the one written before. */
final class FrameWriter {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Ids copied out of a view at a time. */
    private static final int BLOCK = 128;

    private final long[] block = new long[BLOCK * 4];
    private byte[] bytes = new byte[512];
    private int size;
    private long lastTime;

    int size() {
        return size;
    }

    /** Forgets what was written after a size; the running time stays, as the reference does it. */
    void cutTo(int length) {
        size = length;
    }

    void writeByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    void writeVarint(long value) {
        int groups = Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
        room(groups);
        for (int i = groups - 1; i >= 0; i--) {
            int group = (int) (value >>> (7 * i)) & 0x7f;
            bytes[size++] = (byte) (i == 0 ? group : group | 0x80);
        }
    }

    void writeBound(Bound bound) {
        writeTime(bound.time());
        writeVarint(bound.prefixLength());
        room(32);
        WORD.set(bytes, size, bound.w0());
        WORD.set(bytes, size + 8, bound.w1());
        WORD.set(bytes, size + 16, bound.w2());
        WORD.set(bytes, size + 24, bound.w3());
        size += bound.prefixLength();
    }

    void writeBytes(byte[] source) {
        room(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
    }

    void writeIds(ItemView items, int from, int to) {
        room((to - from) * 32);
        for (int start = from; start < to; start += BLOCK) {
            int end = Math.min(to, start + BLOCK);
            items.copyIds(start, end, block, 0);
            for (int i = 0; i < (end - start) * 4; i++) {
                WORD.set(bytes, size, block[i]);
                size += 8;
            }
        }
    }

    Frame toFrame() {
        return new Frame(Arrays.copyOf(bytes, size));
    }

    private void writeTime(long time) {
        if (time == Bound.INFINITY) {
            lastTime = time;
            writeVarint(0);
            return;
        }
        writeVarint(time - lastTime + 1);
        lastTime = time;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }
}
