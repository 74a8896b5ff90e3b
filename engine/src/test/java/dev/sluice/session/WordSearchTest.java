package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is passed over for its beginning could not have been found. */
@Timeout(20)
class WordSearchTest {
    private static final List<Pattern> PATTERNS = List.of(
                    "too many",
                    "^too many",
                    "(?<!^)too",
                    "(?<!not )b+",
                    "^(?:\\(empty\\))?$",
                    "\\bto\\b",
                    "a|[^a-y]$",
                    "/ ?b",
                    "_?a_b",
                    ".{0,3}n\\b",
                    "(?!to).*b",
                    "\\d+ ?b",
                    "b?")
            .stream()
            .map(Pattern::compile)
            .toList();

    private final WordSearch search = new WordSearch(PATTERNS);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatIsFoundIsWhatLookingWhereEachWordBeginsFinds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String[] parts = {"too", "many", "not", "a", "b", "t", "n", " ", " ", "_", "/", "(", "1", "é", "(empty)"};
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int part = random.nextInt(6); part > 0; part--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            assertFindsTheSame(text.toString());
        }
    }

    @Test
    void theMiddleOfAWordIsNotLookedAt() {
        assertTrue(search.in("it is too many").has(0));
        assertTrue(search.in("_too many").has(0));
        assertFalse(search.in("stoo many").has(0));
        assertFalse(search.in("it is too many").has(1));
    }

    private void assertFindsTheSame(String text) {
        WordSearch.Text in = search.in(text);
        for (int i = 0; i < PATTERNS.size(); i++) {
            assertEquals(isFound(PATTERNS.get(i), text), in.has(i), PATTERNS.get(i) + " in '" + text + "'");
        }
    }

    private static boolean isFound(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text).useAnchoringBounds(false).useTransparentBounds(true);
        return IntStream.range(0, Math.max(1, text.length()))
                .filter(at -> at == 0 || text.charAt(at) != ' ')
                .filter(at -> at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)))
                .anyMatch(at -> matcher.region(at, text.length()).lookingAt());
    }
}
