package dev.sluice.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 (Aumasson, Bernstein: "SipHash: a fast short-input PRF"). Who does not know the key can't make two texts of
 * equal hash, which is why 64 bits suffice where peers choose the texts.
 */
final class SipHash {

    private static final VarHandle LITTLE_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long k0;
    private final long k1;

    SipHash(long k0, long k1) {
        this.k0 = k0;
        this.k1 = k1;
    }

    /** The state is four local numbers, which even a simple compiler keeps in registers. */
    long hash(byte[] bytes) {
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        int whole = bytes.length & ~7;
        for (int at = 0; at <= whole + 8; at += 8) {
            // behind the last word comes the end, which mixes longer
            boolean end = at > whole;
            long word = end ? 0 : word(bytes, at, whole);
            v2 ^= end ? 0xff : 0;
            v3 ^= word;
            for (int round = end ? 4 : 2; round > 0; round--) {
                v0 += v1;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v3;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 += v3;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 += v1;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= word;
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    /** Eight bytes, or what is left of them and the length. */
    private static long word(byte[] bytes, int from, int whole) {
        if (from < whole) {
            return (long) LITTLE_ENDIAN.get(bytes, from);
        }
        long last = (long) bytes.length << 56;
        for (int at = whole; at < bytes.length; at++) {
            last |= (bytes[at] & 0xffL) << (8 * (at - whole));
        }
        return last;
    }
}
