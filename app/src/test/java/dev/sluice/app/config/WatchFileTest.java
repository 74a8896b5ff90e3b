package dev.sluice.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Filter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class WatchFileTest {
    private static final String ID = "ab".repeat(32);

    /** Long enough that pieces cross the ends of buffers. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4_096, 1 << 20})
    void listsAreReadInWhateverPiecesTheyCome(int piece) throws IOException {
        String large = "é\\\"".repeat(40_000);
        String json = " {\"identifiers\": [\"" + large + "\", \"\\u0061\\n\\uD83D\\uDC19€\", \"\"],\n \"roots\":["
                + String.join(",\n", Collections.nCopies(3_000, "\"" + ID + "\""))
                + "] ,\"filters\":[{\"#t\":[\"}\\\"\"]},{\"kinds\":[1]}], \"coordinates\":[]}\n";

        WatchFile read = WatchFile.read("w.json", pieces(json, piece));

        assertEquals(List.of("é\"".repeat(40_000), "a\n\uD83D\uDC19€", ""), read.identifiers());
        assertEquals(Collections.nCopies(3_000, ID), read.roots());
        assertEquals(List.of(Filter.ALL.withTag('t', Set.of("}\"")), Filter.ALL.withKinds(Set.of(1))), read.filters());
        assertEquals(List.of(), read.coordinates());
    }

    @Test
    void whatNamesRepositoriesWantsTheirAnnouncements() throws IOException {
        String coordinate = "30617:" + ID + ":x";

        assertEquals(
                4,
                read("{\"coordinates\":[\"" + coordinate + "\"]}")
                        .demands()
                        .all()
                        .size());
        assertEquals(List.of(), read("{}").demands().all());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "`` | w.json:1:1: '{' is missing",
                "`[]` | w.json:1:1: '{' is missing",
                "`{` | w.json:1:2: a string is missing",
                "`{\"roots\"}` | w.json:1:9: ':' is missing",
                "`{\"roots\":{}}` | w.json:1:10: 'roots' is not a list",
                "`{\"rots\":[]}` | w.json:1:2: unknown list 'rots': there may be coordinates, identifiers, roots, filters",
                "`{\"roots\":[],\"roots\":[]}` | w.json:1:13: 'roots' is there twice",
                "`{\"roots\":[\"xy\"]}` | w.json:1:11: roots[0]: not an id of 64 lower-case hex digits",
                "`{\"coordinates\":[\"1:2:3\"]}` | w.json:1:17: coordinates[0]: not a coordinate KIND:PUBKEY:IDENTIFIER",
                "`{\"identifiers\":[\"a\",5]}` | w.json:1:21: a string is missing",
                "`{\"identifiers\":[\"a` | w.json:1:17: the file ends too early",
                "`{\"identifiers\":[\"\\x\"]}` | w.json:1:17: there is no escape \\x",
                "`{\"identifiers\":[\"\\ud800\"]}` | w.json:1:17: half of a surrogate pair is no character",
                "`{\"identifiers\":[\"\\u12\"]}` | w.json:1:17: an escape \\u wants four hex digits",
                "`{\"filters\":[{\"kinds\":5}]}` | w.json:1:13: filters[0]: not a filter: kinds is not a list",
                "`{\"filters\":[{]}` | w.json:1:13: filters[0]: not a filter: not JSON",
                "`{\"filters\":[{\"kinds\":[1]` | w.json:1:13: the file ends too early",
                "`{} x` | w.json:1:4: nothing may follow the object"
            })
    void aFaultNamesItsPlace(String json, String message) {
        ConfigurationException fault = assertThrows(ConfigurationException.class, () -> read(json == null ? "" : json));
        assertEquals(message, fault.getMessage());
    }

    @Test
    void linesAreCounted() {
        ConfigurationException fault = assertThrows(
                ConfigurationException.class, () -> read("{\n  \"roots\": [\n    \"" + ID + "\",\n    7\n  ]\n}"));
        assertEquals("w.json:4:5: a string is missing", fault.getMessage());
    }

    @Test
    void aFaultIsWhereItsValueBegins() {
        ConfigurationException fault = assertThrows(
                ConfigurationException.class,
                () -> read("{\n\"filters\": [{\"kinds\":[1]},\n   {\n\"kinds\":\"x\"\n}\n]}"));
        assertEquals("w.json:3:4: filters[1]: not a filter: kinds is not a list", fault.getMessage());
        ConfigurationException later = assertThrows(
                ConfigurationException.class, () -> read("{\n\"filters\": [\n{\n\"kinds\":[1]\n}\n],\n\"x\":[]}"));
        assertTrue(later.getMessage().startsWith("w.json:7:1: unknown list 'x'"), later.getMessage());
    }

    @Test
    void otherEncodingsAndMissingFilesAreFaults(@TempDir Path folder) {
        InputStream latin = new ByteArrayInputStream("{\"identifiers\":[\"é\"]}".getBytes(StandardCharsets.ISO_8859_1));

        assertThrows(ConfigurationException.class, () -> WatchFile.read("w.json", latin));
        assertThrows(ConfigurationException.class, () -> WatchFile.read(Path.of("no-such-file.json")));
        assertThrows(ConfigurationException.class, () -> WatchFile.read(folder));
    }

    private static WatchFile read(String json) throws IOException {
        return WatchFile.read("w.json", pieces(json, 1 << 20));
    }

    private static InputStream pieces(String json, int piece) {
        return new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public int read(byte[] buffer, int offset, int length) {
                return super.read(buffer, offset, Math.min(length, piece));
            }
        };
    }
}
