package dev.sluice.plan;

/**
 * A number for each of some strings, never higher for one that comes earlier: their first characters that differ, each in as
 * few bits as the characters that occur need, so that eleven hex digits take 44.
 */
final class SortKeys {
    private static final int MOST_CHARACTERS = 16;

    /** Stands for itself and all beyond. */
    private static final int WIDEST = 0xff;

    private final int[] ranks = new int[WIDEST + 1];
    private final int prefix;
    private final int bits;
    private final int characters;

    /** @param keyBits how many of the highest bits a number may have */
    SortKeys(String[] values, int keyBits) {
        this.prefix = commonPrefix(values);
        boolean[] used = new boolean[WIDEST + 1];
        boolean someEnd = false;
        for (String value : values) {
            int to = Math.min(value.length(), prefix + MOST_CHARACTERS);
            for (int i = prefix; i < to; i++) {
                used[Math.min(value.charAt(i), WIDEST)] = true;
            }
            someEnd |= to < prefix + MOST_CHARACTERS;
        }
        int count = someEnd ? 1 : 0;
        for (int c = 0; c < used.length; c++) {
            if (used[c]) {
                ranks[c] = count++;
            }
        }
        this.bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(count - 1));
        this.characters = Math.min(MOST_CHARACTERS, keyBits / bits);
    }

    private static int commonPrefix(String... values) {
        String first = values[0];
        int prefix = first.length();
        for (String value : values) {
            int most = Math.min(prefix, value.length());
            prefix = 0;
            while (prefix < most && value.charAt(prefix) == first.charAt(prefix)) {
                prefix++;
            }
        }
        return prefix;
    }

    long of(String value) {
        long key = 0;
        int end = value.length();
        for (int i = prefix; i < prefix + characters; i++) {
            int rank = 0;
            if (i < end) {
                int c = Math.min(value.charAt(i), WIDEST);
                rank = ranks[c];
                // what follows a character that is cut decides nothing
                end = c == WIDEST ? i : end;
            }
            key = (key << bits) | rank;
        }
        return key << (Long.SIZE - bits * characters);
    }
}
