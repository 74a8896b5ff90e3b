package dev.sluice.grasp;

import java.nio.charset.StandardCharsets;

/** A number of 64 bits for a text: FNV-1a, the same in every process. */
final class Fingerprint {

    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Fingerprint() {}

    static long of(String text) {
        long hash = BASIS;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * PRIME;
        }
        return hash;
    }
}
