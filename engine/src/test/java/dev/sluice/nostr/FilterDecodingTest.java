package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class FilterDecodingTest {

    private static final String HEX = "0123456789abcdef".repeat(4);

    private static Filter filter(String json) {
        return Expect.message(Codec.filter(json));
    }

    private static String reason(String json) {
        return Expect.reason(Codec.filter(json));
    }

    @Test
    void allFieldsAreRead() {
        Filter filter = filter("""
                {"ids":["%s"],"authors":["%s"],"kinds":[7,1,7],"#t":["b","a"],"#E":["any"],
                 "since":1,"until":2,"limit":3}""".formatted(HEX, HEX));
        assertEquals(Set.of(EventId.parse(HEX)), filter.ids());
        assertEquals(Set.of(PublicKey.parse(HEX)), filter.authors());
        assertEquals(Set.of(1, 7), filter.kinds());
        assertEquals(Set.of("a", "b"), filter.tags().get('t'));
        assertEquals(Set.of("any"), filter.tags().get('E'));
        assertEquals(OptionalLong.of(1), filter.since());
        assertEquals(OptionalLong.of(2), filter.until());
        assertEquals(OptionalInt.of(3), filter.limit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"since", "until", "limit"})
    void negativeNumbersAreRefusedByName(String field) {
        assertEquals("invalid: " + field + " is negative", reason("{\"" + field + "\":-50123406}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1e3", "\"1\"", "[]", "true", "{}"})
    void onlyPlainIntegersBound(String number) {
        assertEquals("invalid: since is not a plain integer", reason("{\"since\":" + number + "}"));
        assertEquals("invalid: until is not a plain integer", reason("{\"until\":" + number + "}"));
        assertEquals("invalid: limit is not a plain integer", reason("{\"limit\":" + number + "}"));
    }

    @ParameterizedTest
    @CsvSource({
        "1672295751103,1672295751103",
        "2147483648,2147483648",
        "4294967296,4294967296",
        "9007199254740993,9007199254740993",
        "9223372036854775807,9223372036854775807",
        "9223372036854775808,9223372036854775807",
        "18446744073709551615,9223372036854775807"
    })
    void largeMomentsAreKeptOrClamped(String moment, long read) {
        Filter filter = filter("{\"since\":%s,\"until\":%s,\"limit\":%s}".formatted(moment, moment, moment));
        assertEquals(OptionalLong.of(read), filter.since());
        assertEquals(OptionalLong.of(read), filter.until());
        assertEquals(OptionalInt.of(Integer.MAX_VALUE), filter.limit());
    }

    @Test
    void emptyListsStayAndMatchNothing() {
        Filter filter = filter("{\"ids\":[],\"#t\":[]}");
        assertEquals(Set.of(), filter.ids());
        assertEquals(Set.of(), filter.tags().get('t'));
        assertTrue(filter.matchesNothing());
    }

    @Test
    void nullIsNoCondition() {
        Filter filter = filter("""
                {"ids":null,"authors":null,"kinds":null,"#t":null,"since":null,"until":null,"limit":null,"search":null}""");
        assertEquals(Filter.ALL, filter);
        assertNull(filter("{\"ids\":[],\"ids\":null}").ids());
    }

    @Test
    void unknownKeysAndLongTagNamesAreIgnored() {
        assertEquals(Filter.ALL, filter("{\"#xx\":[1],\"#\":[1],\"#1\":[\"a\"],\"#é\":[],\"depth\":{\"a\":[]}}"));
    }

    @Test
    void searchIsRefusedSinceItsAnswersWouldBeWrong() {
        assertEquals("unsupported: search", reason("{\"kinds\":[1],\"search\":\"cats\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ids", "authors", "#e", "#p"})
    void idsAndKeysAreExactLowerCaseHex(String field) {
        String wrong = "invalid: " + field + " holds other than 64 lower-case hex digits";
        assertEquals(wrong, reason("{\"" + field + "\":[\"" + HEX + "\",\"abcd\"]}"));
        assertEquals(wrong, reason("{\"" + field + "\":[\"" + HEX.toUpperCase(Locale.ROOT) + "\"]}"));
        assertEquals("invalid: " + field + " holds other than strings", reason("{\"" + field + "\":[null]}"));
        assertEquals("invalid: " + field + " is not a list", reason("{\"" + field + "\":\"" + HEX + "\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "65536", "1.5", "\"1\"", "null"})
    void kindsAreNumbersOfSixteenBits(String kind) {
        assertEquals("invalid: kinds holds what is no kind", reason("{\"kinds\":[" + kind + "]}"));
    }

    @Test
    void otherTagValuesAreAnyWellFormedText() {
        assertEquals(Set.of("", "a:b"), filter("{\"#a\":[\"\",\"a:b\"]}").tags().get('a'));
        assertEquals("invalid: #t holds a lone surrogate", reason("{\"#t\":[\"\\ud83d\"]}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"x\"", "1", "null"})
    void aFilterIsAnObject(String text) {
        assertEquals("invalid: filter is not an object", reason(text));
    }
}
