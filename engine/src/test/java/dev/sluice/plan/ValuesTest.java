package dev.sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.FilterBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValuesTest {
    private static final String CHARACTERS = "\u0000\u0001abþÿĀĂ€\uD83D\uDC19";

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    /** Short texts of few characters: many are equal, or prefixes of each other, or beyond the first byte. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theyAreInNaturalOrderEachOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String prefix = "p".repeat(random.nextInt(3));
        List<String> values = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(300); i++) {
            StringBuilder text = new StringBuilder(prefix);
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
            values.add(text.toString());
        }

        assertEquals(List.copyOf(new TreeSet<>(values)), Values.of(values));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void eachWeighsWhatItHasOnTheWire(long seed) {
        String value = Asked.value(new SplittableRandom(seed));
        int quoted = value.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\u000a")
                .getBytes(StandardCharsets.UTF_8)
                .length;

        assertEquals(quoted + 3, Values.of(List.of(value)).bytes(0));
        assertEquals(value.getBytes(StandardCharsets.UTF_8).length, FilterBytes.raw(value));
    }

    @Test
    void whatIsInOrderIsItsOwnCopyAndKnowsWhatItHolds() {
        Values values = Values.of(List.of("b", "a", "c", "a"));

        assertSame(values, Values.of(values));
        assertTrue(values.contains("c") && !values.contains("d"));
    }
}
