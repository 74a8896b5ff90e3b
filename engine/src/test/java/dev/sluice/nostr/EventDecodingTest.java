package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class EventDecodingTest {

    private static final String ID = "a".repeat(64);
    private static final String PUBKEY = "b".repeat(64);
    private static final String SIG = "c".repeat(128);

    private static String json(String createdAt, String kind, String tags, String content) {
        return """
                {"id":"%s","pubkey":"%s","created_at":%s,"kind":%s,"tags":%s,"content":%s,"sig":"%s"}""".formatted(ID, PUBKEY, createdAt, kind, tags, content, SIG);
    }

    private static final String GOOD = json("1700000000", "1", "[[\"t\",\"x\"]]", "\"hello\"");

    @Test
    void aPlainEventIsRead() {
        Event event = Expect.message(Codec.event(GOOD));
        assertEquals(ID, event.id().hex());
        assertEquals(PUBKEY, event.pubkey().hex());
        assertEquals(1_700_000_000L, event.createdAt());
        assertEquals(1, event.kind());
        assertEquals(List.of(List.of("t", "x")), event.tags());
        assertEquals("hello", event.content());
        assertEquals(SIG, event.sig().hex());
    }

    @Test
    void prettyPrintingUnknownKeysAndOrderDoNotMatter() {
        String pretty = """

                {
                  "sig" : "%s", "content": "hello", "extra": {"a": [1, {"b": null}]},
                  "tags": [ [ "t" , "x" ] ],
                  "kind": 1, "created_at": 1700000000,
                  "pubkey": "%s",
                  "id": "%s"
                }
                """.formatted(SIG, PUBKEY, ID);
        assertEquals(Codec.event(GOOD), Codec.event(pretty));
    }

    @Test
    void theLastOfDuplicateKeysWins() {
        String twice = GOOD.replace("\"kind\":1", "\"kind\":\"no kind\",\"kind\":7");
        assertEquals(7, Expect.message(Codec.event(twice)).kind());
        String spoiled = GOOD.replace("\"kind\":1", "\"kind\":7,\"kind\":\"no kind\"");
        assertEquals("invalid: kind is not a plain integer", Expect.reason(Codec.event(spoiled)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "pubkey", "created_at", "kind", "content", "sig"})
    void aMissingFieldIsNamed(String field) {
        String json = GOOD.replace("\"" + field + "\":", "\"x" + field + "\":");
        assertEquals("invalid: " + field + " is missing", Expect.reason(Codec.event(json)));
    }

    @Test
    void missingTagsAreNamed() {
        assertEquals("invalid: tags are missing", Expect.reason(Codec.event(GOOD.replace("\"tags\":", "\"x\":"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "-9223372036854775808",
                "1.0",
                "1700000000.0",
                "1e10",
                "1E2",
                "-0",
                "\"1\"",
                "null",
                "true",
                "[]",
                "{}"
            })
    void onlyPlainIntegersAreMomentsAndKinds(String number) {
        assertEquals(
                "invalid: created_at is not a plain integer",
                Expect.reason(Codec.event(json(number, "1", "[]", "\"\""))));
        assertEquals(
                "invalid: kind is not a plain integer", Expect.reason(Codec.event(json("1", number, "[]", "\"\""))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "+1", "0x10", "1_000", "NaN", "Infinity", ".5", "1."})
    void whatIsNoJsonNumberSpoilsTheText(String number) {
        assertEquals("invalid: not JSON", Expect.reason(Codec.event(json(number, "1", "[]", "\"\""))));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2_147_483_648L, 4_294_967_296L, 9_007_199_254_740_993L, Long.MAX_VALUE})
    void momentsOfSixtyThreeBitsAreKeptExactly(long moment) {
        assertEquals(
                moment,
                Expect.message(Codec.event(json("" + moment, "1", "[]", "\"\"")))
                        .createdAt());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"9223372036854775808", "18446744073709551615", "18446744073709551616", "99999999999999999999999"
            })
    void momentsBeyondSixtyThreeBitsAreRefused(String moment) {
        assertEquals(
                "invalid: created_at is above 2^63-1", Expect.reason(Codec.event(json(moment, "1", "[]", "\"\""))));
    }

    @ParameterizedTest
    @CsvSource({"65535,true", "65536,false", "4294967297,false", "18446744073709551617,false"})
    void kindsEndAtSixteenBits(String kind, boolean good) {
        Decoded<Event> decoded = Codec.event(json("1", kind, "[]", "\"\""));
        assertEquals(good, decoded instanceof Decoded.Message<Event>);
        assertTrue(good || Expect.reason(decoded).equals("invalid: kind is above 65535"));
    }

    @Test
    void hexIsLowerCaseAndOfItsLength() {
        assertEquals(
                "invalid: id is not 64 lower-case hex digits",
                Expect.reason(Codec.event(GOOD.replace(ID, "A".repeat(64)))));
        assertEquals(
                "invalid: pubkey is not 64 lower-case hex digits",
                Expect.reason(Codec.event(GOOD.replace(PUBKEY, "b".repeat(63)))));
        assertEquals(
                "invalid: sig is not 128 lower-case hex digits",
                Expect.reason(Codec.event(GOOD.replace(SIG, "c".repeat(127) + "\u0163"))));
    }

    @Test
    void aMalformedEventIsNamedByItsIdWhereverThatStands() {
        String late = "{\"kind\":-1,\"pubkey\":5,\"id\":\"" + ID + "\"}";
        assertEquals(ID, Expect.malformed(Codec.event(late)).subject());
        assertEquals(
                ID,
                Expect.malformed(Codec.event("{\"id\":\"" + ID + "\",\"kind\":"))
                        .subject());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[[\"e\",null]]|invalid: a tag holds null",
                "[[\"e\",1]]|invalid: a tag holds a number",
                "[[\"e\",true]]|invalid: a tag holds more than strings",
                "[[\"e\",[\"x\"]]]|invalid: a tag holds more than strings",
                "[\"e\"]|invalid: a tag is not a list",
                "[null]|invalid: a tag is not a list",
                "{}|invalid: tags are not a list",
                "null|invalid: tags are not a list"
            })
    void tagsHoldStringsOnly(String tags, String reason) {
        assertEquals(reason, Expect.reason(Codec.event(json("1", "1", tags, "\"\""))));
    }

    @Test
    void emptyTagsAndEmptyElementsAreKept() {
        Event event = Expect.message(Codec.event(json("1", "1", "[[],[\"\"],[\"a\",\"\",\"b\"]]", "\"\"")));
        assertEquals(List.of(List.of(), List.of(""), List.of("a", "", "b")), event.tags());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud83d", "\\ude00", "\\ud83dx", "\\ude00\\ud83d", "\\ud83d\\ud83d\\ude00", "\ud83d"})
    void loneSurrogatesAreRefusedEscapedOrNot(String text) {
        assertEquals(
                "invalid: content holds a lone surrogate",
                Expect.reason(Codec.event(json("1", "1", "[]", "\"" + text + "\""))));
        assertEquals(
                "invalid: a tag holds a lone surrogate",
                Expect.reason(Codec.event(json("1", "1", "[[\"" + text + "\"]]", "\"\""))));
    }

    @Test
    void pairsAndControlCharactersAreRead() {
        String content = "\"\\ud83d\\ude00 \ud83d\ude00 \\u0000 \\u001f \u007f \u2028 \\u2029 \\/ <&>\"";
        assertEquals(
                "\ud83d\ude00 \ud83d\ude00 \0 \u001f \u007f \u2028 \u2029 / <&>",
                Expect.message(Codec.event(json("1", "1", "[]", content))).content());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[]",
                "null",
                "\"text\"",
                "{} {}",
                "{'id':1}",
                "{id:1}",
                "{\"id\":1,}",
                "{\"id\"=1}",
                "// x\n{}",
                "{\"a\":\"\n\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":NaN}",
                "{\"a\":True}",
                "{\"a\":\"\u0000\"}"
            })
    void whatIsNoStrictJsonObjectIsRefused(String text) {
        assertTrue(Expect.reason(Codec.event(text)).startsWith("invalid: "));
    }

    @Test
    void deepNestingIsRefused() {
        String deep = "[".repeat(100_000);
        assertEquals("invalid: not JSON", Expect.reason(Codec.event("{\"x\":" + deep)));
        assertEquals("invalid: not JSON", Expect.reason(Codec.event("{\"x\":" + deep + "]".repeat(100_000) + "}")));
    }

    @Test
    void textBehindTheEventIsRefused() {
        assertEquals("invalid: not JSON", Expect.reason(Codec.event(GOOD + "x")));
        assertEquals("invalid: not JSON", Expect.reason(Codec.event(GOOD + GOOD)));
        Expect.message(Codec.event(GOOD + " \r\n"));
    }
}
