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

    long hash(byte[] bytes) {
        State state = new State(k0, k1);
        int whole = bytes.length & ~7;
        for (int at = 0; at < whole; at += 8) {
            state.absorb((long) LITTLE_ENDIAN.get(bytes, at));
        }
        long last = (long) bytes.length << 56;
        for (int at = whole; at < bytes.length; at++) {
            last |= (bytes[at] & 0xffL) << (8 * (at - whole));
        }
        state.absorb(last);
        return state.result();
    }

    private static final class State {
        private long v0;
        private long v1;
        private long v2;
        private long v3;

        State(long k0, long k1) {
            v0 = k0 ^ 0x736f6d6570736575L;
            v1 = k1 ^ 0x646f72616e646f6dL;
            v2 = k0 ^ 0x6c7967656e657261L;
            v3 = k1 ^ 0x7465646279746573L;
        }

        void absorb(long word) {
            v3 ^= word;
            round();
            round();
            v0 ^= word;
        }

        long result() {
            v2 ^= 0xff;
            round();
            round();
            round();
            round();
            return v0 ^ v1 ^ v2 ^ v3;
        }

        private void round() {
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
    }
}
