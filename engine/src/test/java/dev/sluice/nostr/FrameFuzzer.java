package dev.sluice.nostr;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Frames that are nearly right: one of some seeds, changed in up to four places. The same for the same seed number. How
 * many a test takes is said by {@code -Dsluice.fuzz}.
 */
public final class FrameFuzzer {

    /** What breaks readers, by experience. */
    private static final List<String> TOKENS = List.of(
            "null",
            "true",
            "0",
            "-0",
            "-1",
            "1e400",
            "1.5",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "2147483648",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\uD83D\uDE00",
            "\u0000",
            "\"",
            "\\",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            "[]",
            "{}",
            "[[",
            "[{}]",
            "\"#e\"",
            "\"limit\":0",
            "\"since\":1e3",
            "\"until\":-5",
            "\"ids\":[]",
            "\"kinds\":[65536]",
            "\"EVENT\"",
            "\"EOSE\"",
            "\"NEG-MSG\"",
            "\"CLOSED\"",
            "\"AUTH\"",
            "\"OK\"",
            "\"6100\"",
            "\"61\"",
            "NaN",
            "'",
            "//",
            "\uFEFF",
            "\u2028",
            "ff".repeat(32),
            "AB".repeat(32),
            "\u0661");

    private final SplittableRandom random;
    private final List<String> seeds;
    private final List<IntFunction<String>> deep;

    public FrameFuzzer(long seed, List<String> seeds) {
        this.random = new SplittableRandom(seed);
        this.seeds = List.copyOf(seeds);
        this.deep = List.of("["::repeat, "{\"a\":"::repeat, "[[1],"::repeat, "x"::repeat, "\\u0041"::repeat);
    }

    /** How many frames: what was asked for, or the usual number. */
    public static int frames(int usual) {
        return Integer.getInteger("sluice.fuzz", usual);
    }

    public String next() {
        StringBuilder frame = new StringBuilder(seed());
        // one in sixteen stays as it is, so that there is something to disturb
        for (int changes = random.nextInt(16) == 0 ? 0 : random.nextInt(1, 5); changes > 0; changes--) {
            change(frame);
        }
        return frame.toString();
    }

    private String seed() {
        return seeds.get(random.nextInt(seeds.size()));
    }

    private void change(StringBuilder frame) {
        int at = random.nextInt(frame.length() + 1);
        int end = Math.min(frame.length(), at + random.nextInt(1, 12));
        switch (random.nextInt(9)) {
            case 0 -> frame.delete(at, end);
            case 1 -> frame.insert(at, frame.substring(at, end));
            case 2 -> frame.replace(at, end, TOKENS.get(random.nextInt(TOKENS.size())));
            case 3 -> frame.insert(at, TOKENS.get(random.nextInt(TOKENS.size())));
            case 4 -> frame.setLength(at);
            case 5 -> frame.insert(at, (char) random.nextInt(Character.MAX_VALUE + 1));
            case 6 -> splice(frame, at);
            case 7 -> number(frame, at);
            default -> lengthen(frame, at);
        }
    }

    /** The end of another frame. */
    private void splice(StringBuilder frame, int at) {
        String other = seed();
        frame.replace(at, frame.length(), other.substring(random.nextInt(other.length())));
    }

    /** Another digit where there is one. */
    private void number(StringBuilder frame, int from) {
        for (int at = from; at < frame.length(); at++) {
            if (Character.isDigit(frame.charAt(at))) {
                frame.setCharAt(at, (char) ('0' + random.nextInt(10)));
                return;
            }
        }
    }

    /** Long or deep, rarely: it costs more than all others together. */
    private void lengthen(StringBuilder frame, int at) {
        int times = random.nextInt(64) == 0 ? random.nextInt(20_000) : random.nextInt(40);
        frame.insert(at, deep.get(random.nextInt(deep.size())).apply(times));
    }
}
