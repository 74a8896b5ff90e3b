package dev.sluice.nostr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian words in byte arrays, and the unsigned order of four of them. */
final class Words {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Words() {}

    static long read(byte[] bytes, int offset) {
        return (long) WORD.get(bytes, offset);
    }

    static void write(byte[] bytes, int offset, long w0, long w1, long w2, long w3) {
        WORD.set(bytes, offset, w0);
        WORD.set(bytes, offset + 8, w1);
        WORD.set(bytes, offset + 16, w2);
        WORD.set(bytes, offset + 24, w3);
    }

    static int compare(long a0, long a1, long a2, long a3, long b0, long b1, long b2, long b3) {
        if (a0 != b0) {
            return Long.compareUnsigned(a0, b0);
        }
        if (a1 != b1) {
            return Long.compareUnsigned(a1, b1);
        }
        if (a2 != b2) {
            return Long.compareUnsigned(a2, b2);
        }
        return Long.compareUnsigned(a3, b3);
    }
}
