package dev.sluice.session;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Finds many patterns in texts, where words begin. Two characters and what stands before them leave a few patterns that
 * can be found at a place at all; the patterns themselves are asked, once for each of a bounded number of beginnings. Any
 * thread may use it.
 */
final class WordSearch {
    /** What may stand before a place: nothing, something that ends a word, or what is part of one. */
    private static final List<String> BEFORE = List.of("", " ", "_");

    private static final int FIRST = 128;

    /** The letters, and everything else together. */
    private static final int SECOND = 'z' - 'a' + 2;

    private final List<Pattern> patterns;
    private final BitSet all = new BitSet();
    private final AtomicReferenceArray<BitSet> beginnings = new AtomicReferenceArray<>(BEFORE.size() * FIRST * SECOND);

    /** @param patterns none looks behind itself for something that has to be there */
    WordSearch(List<Pattern> patterns) {
        this.patterns = List.copyOf(patterns);
        all.set(0, patterns.size());
    }

    /** One text, in which patterns are found by their number. */
    final class Text {
        private final String text;
        private final int[] starts;
        private final List<BitSet> possible;

        private Text(String text) {
            this.text = text;
            this.starts = starts(text);
            this.possible = IntStream.of(starts)
                    .mapToObj(start -> possible(text, start))
                    .toList();
        }

        boolean has(int pattern) {
            Matcher matcher = null;
            for (int i = 0; i < starts.length; i++) {
                if (!possible.get(i).get(pattern)) {
                    continue;
                }
                if (matcher == null) {
                    matcher = matcher(pattern, text);
                }
                if (matcher.region(starts[i], text.length()).lookingAt()) {
                    return true;
                }
            }
            return false;
        }
    }

    Text in(String text) {
        return new Text(text);
    }

    private Matcher matcher(int pattern, String text) {
        return patterns.get(pattern).matcher(text).useAnchoringBounds(false).useTransparentBounds(true);
    }

    /** The beginning of the text, of its words, and of what stands before them without a space. */
    private static int[] starts(String text) {
        return IntStream.range(0, Math.max(1, text.length()))
                .filter(i -> i == 0 || (text.charAt(i) != ' ' && !Character.isLetterOrDigit(text.charAt(i - 1))))
                .toArray();
    }

    private BitSet possible(String text, int place) {
        if (place == text.length() || text.charAt(place) >= FIRST) {
            return all;
        }
        char first = text.charAt(place);
        int before = place == 0 ? 0 : text.charAt(place - 1) == '_' ? 2 : 1;
        int second = place + 1 < text.length() ? second(text.charAt(place + 1)) : 0;
        int index = (before * FIRST + first) * SECOND + second;
        BitSet found = beginnings.get(index);
        if (found == null) {
            found = beginning(BEFORE.get(before), first, second);
            beginnings.set(index, found);
        }
        return found;
    }

    private static int second(char character) {
        return character >= 'a' && character <= 'z' ? character - 'a' + 1 : 0;
    }

    /** A pattern that reaches the end of two characters may be found where more of them follow. */
    @SuppressWarnings("JdkObsolete") // whether it needed more than there was is just what is asked
    private BitSet beginning(String before, char first, int second) {
        String sample = before + first + (second == 0 ? "" : Character.toString('a' + second - 1));
        BitSet found = new BitSet();
        for (int i = 0; i < patterns.size(); i++) {
            Matcher matcher = matcher(i, sample).region(before.length(), sample.length());
            if (matcher.lookingAt() || matcher.hitEnd()) {
                found.set(i);
            }
        }
        return found;
    }
}
