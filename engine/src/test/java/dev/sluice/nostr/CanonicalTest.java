package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class CanonicalTest {

    private static final PublicKey AUTHOR = TestEvents.unsignedAuthor(1);
    private static final String HEAD = "[0,\"" + AUTHOR.hex() + "\",5,1,[[\"t\",\"";

    private static String form(String text, Spelling spelling) {
        return form(List.of(List.of("t", text)), text, spelling);
    }

    private static String form(List<List<String>> tags, String content, Spelling spelling) {
        return new String(Canonical.form(AUTHOR, 5, 1, tags, content, spelling), StandardCharsets.UTF_8);
    }

    /** The event whose id is the hash of a form in which the text is spelled this way, in its tag and its content. */
    private static Event event(String text, String spelled) {
        byte[] form = (HEAD + spelled + "\"]],\"" + spelled + "\"]").getBytes(StandardCharsets.UTF_8);
        EventId id = EventId.at(Sha256.of(form), 0);
        List<List<String>> tags = List.of(List.of("t", text));
        return new Event(id, AUTHOR, 5, 1, tags, text, Signature.parse("0".repeat(128)));
    }

    @Test
    void exactlySevenCharactersAreEscaped() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 0x100; c++) {
            all.append(c);
        }
        String spelled = all.toString()
                .replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t")
                .replace("\b", "\\b")
                .replace("\f", "\\f");
        assertEquals(HEAD + spelled + "\"]],\"" + spelled + "\"]", form(all.toString(), Spelling.VERBATIM));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "🍕",
                "ñ",
                "\u2028",
                "\u2029",
                "\u007f",
                "\u0080",
                "\ufeff",
                "\uffff",
                "/",
                "<b>&amp;'=",
                "👩‍👩‍👧",
                "é e\u0301",
                "\u0000"
            })
    void everythingElseStandsVerbatim(String text) {
        assertEquals(HEAD + text + "\"]],\"" + text + "\"]", form(text, Spelling.VERBATIM));
        assertTrue(Canonical.idMatches(event(text, text)));
    }

    @Test
    void emptyListsKeepTheirBrackets() {
        assertEquals("[0,\"" + AUTHOR.hex() + "\",5,1,[],\"\"]", form(List.of(), "", Spelling.VERBATIM));
        assertEquals(
                "[0,\"" + AUTHOR.hex() + "\",5,1,[[],[\"\"],[\",\",\"\"]],\"\"]",
                form(List.of(List.of(), List.of(""), List.of(",", "")), "", Spelling.VERBATIM));
    }

    @Test
    void astralCharactersAreFourBytes() {
        byte[] bytes = form("\ud83d\ude00", Spelling.VERBATIM).getBytes(StandardCharsets.UTF_8);
        assertEquals(form("", Spelling.VERBATIM).length() + 8, bytes.length);
    }

    @ParameterizedTest
    @CsvSource({"0,0000", "1,0001", "7,0007", "11,000b", "14,000e", "27,001b", "31,001f"})
    void controlCharactersMayBeSpelledVerbatimOrByFourDigits(int code, String digits) {
        String text = "a" + (char) code + "b";
        assertTrue(Canonical.idMatches(event(text, text)));
        assertTrue(Canonical.idMatches(event(text, "a\\u" + digits + "b")));
    }

    @Test
    void upperCaseDigitsAreNobodysSpelling() {
        assertFalse(Canonical.idMatches(event("\u001f", "\\u001F")));
    }

    @Test
    void deleteMayBeSpelledVerbatimOrByFourDigits() {
        String text = "a\u007fb\u0001";
        assertTrue(Canonical.idMatches(event(text, text)));
        assertTrue(Canonical.idMatches(event(text, "a\u007fb\\u0001")));
        assertTrue(Canonical.idMatches(event(text, "a\\u007fb\\u0001")));
        assertTrue(Canonical.idMatches(event("\u007f", "\\u007f")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/|\\/",
                "<|\\u003c",
                "&|\\u0026",
                "\u2028|\\u2028",
                "ñ|\\u00f1",
                "'\n'|\\u000a",
                "'\t'|\\u0009",
                "\"|\\u0022"
            })
    void otherSpellingsMakeAnotherId(String text, String spelled) {
        assertFalse(Canonical.idMatches(event(text, spelled)));
    }

    @Test
    void theIdIsMadeFromParsedValuesNotFromTheTextReceived() {
        Event event = event("/ñ\u2028😀\n", "/ñ\u2028😀\\n");
        String odd = Codec.encode(event)
                .replace("/", "\\/")
                .replace("ñ", "\\u00F1")
                .replace("\u2028", "\\u2028")
                .replace("😀", "\\uD83D\\uDE00")
                .replace("\\n", "\\u000A");
        Event decoded = Expect.message(Codec.event(odd));
        assertEquals(event, decoded);
        assertTrue(Canonical.idMatches(decoded));
    }
}
