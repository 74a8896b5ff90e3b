package dev.sluice.negentropy;

/**
 * A sum of ids modulo 2^256, each id read as a little-endian number. Sums can be subtracted, which is what makes prefix
 * sums work.
 */
final class IdSum {

    private long s0;
    private long s1;
    private long s2;
    private long s3;

    void clear() {
        s0 = 0;
        s1 = 0;
        s2 = 0;
        s3 = 0;
    }

    /** Adds an id given as four big-endian words. */
    void addId(long w0, long w1, long w2, long w3) {
        add(Long.reverseBytes(w0), Long.reverseBytes(w1), Long.reverseBytes(w2), Long.reverseBytes(w3));
    }

    void addIds(long[] words, int from, int to) {
        for (int at = from; at < to; at += 4) {
            addId(words[at], words[at + 1], words[at + 2], words[at + 3]);
        }
    }

    void subtractIds(long[] words, int from, int to) {
        for (int at = from; at < to; at += 4) {
            subtract(
                    Long.reverseBytes(words[at]),
                    Long.reverseBytes(words[at + 1]),
                    Long.reverseBytes(words[at + 2]),
                    Long.reverseBytes(words[at + 3]));
        }
    }

    /** Adds a sum that stands in four limbs of an array. */
    void addSum(long[] sums, int at) {
        add(sums[at], sums[at + 1], sums[at + 2], sums[at + 3]);
    }

    /** Subtracts a sum that stands in four limbs of an array. */
    void subtractSum(long[] sums, int at) {
        subtract(sums[at], sums[at + 1], sums[at + 2], sums[at + 3]);
    }

    /** Writes the four limbs to an array, lowest first. */
    void store(long[] sums, int at) {
        sums[at] = s0;
        sums[at + 1] = s1;
        sums[at + 2] = s2;
        sums[at + 3] = s3;
    }

    private void add(long l0, long l1, long l2, long l3) {
        s0 += l0;
        long carry = below(s0, l0);
        long t1 = l1 + carry;
        carry = below(t1, carry);
        s1 += t1;
        carry += below(s1, t1);
        long t2 = l2 + carry;
        carry = below(t2, carry);
        s2 += t2;
        carry += below(s2, t2);
        s3 += l3 + carry;
    }

    /** Adds the two's complement. */
    private void subtract(long l0, long l1, long l2, long l3) {
        long borrow = below(s0, l0);
        s0 -= l0;
        long t1 = s1 - borrow;
        borrow = below(s1, borrow) + below(t1, l1);
        s1 = t1 - l1;
        long t2 = s2 - borrow;
        borrow = below(s2, borrow) + below(t2, l2);
        s2 = t2 - l2;
        s3 = s3 - l3 - borrow;
    }

    private static long below(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? 1 : 0;
    }
}
