package dev.sluice.negentropy;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** The fingerprint of a range: the first 16 bytes of SHA-256 over the sum of its ids and the varint of their number. */
final class Fingerprint {

    static final int SIZE = 16;

    private final MessageDigest sha256 = sha256();
    private final IdSum sum = new IdSum();
    private final long[] limbs = new long[4];
    private final byte[] input = new byte[32 + 10];

    byte[] of(ItemView items, int from, int to) {
        sum.clear();
        items.sum(from, to, sum);
        sum.store(limbs, 0);
        for (int limb = 0; limb < 4; limb++) {
            for (int i = 0; i < 8; i++) {
                input[limb * 8 + i] = (byte) (limbs[limb] >>> (8 * i));
            }
        }
        sha256.update(input, 0, 32 + putVarint(to - from));
        return Arrays.copyOf(sha256.digest(), SIZE);
    }

    private int putVarint(int count) {
        int groups = Math.max(1, (38 - Integer.numberOfLeadingZeros(count)) / 7);
        for (int i = 0; i < groups; i++) {
            int shift = 7 * (groups - 1 - i);
            int group = count >>> shift & 0x7f;
            input[32 + i] = (byte) (shift == 0 ? group : group | 0x80);
        }
        return groups;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
