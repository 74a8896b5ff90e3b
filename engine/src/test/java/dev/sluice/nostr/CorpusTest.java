package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sluice.nostr.Verification.Fault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real events and documents; read where the system property {@code sluice.corpus} points. */
@Tag("corpus")
@Timeout(120)
class CorpusTest {

    private static Path file(String name) {
        return Path.of(System.getProperty("sluice.corpus"), name);
    }

    private static List<JsonObject> rows(String name) throws IOException {
        return Files.readAllLines(file(name)).stream()
                .filter(line -> !line.isBlank())
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
    }

    /** "" when the event is right, else what is wrong with it. */
    private static String verdict(String json) {
        return switch (Codec.event(json)) {
            case Decoded.Malformed<Event> malformed -> malformed.reason();
            case Decoded.Message<Event>(Event event) ->
                Verification.check(event).map(Fault::name).orElse("");
        };
    }

    @Test
    void edgeEventsGetTheRightAnswer() throws IOException {
        for (JsonObject row : rows("edge-events.jsonl")) {
            String label = row.get("label").getAsString();
            String verdict = verdict(row.get("event").toString());
            if (label.startsWith("tag element is JSON null")) {
                assertEquals("invalid: a tag holds null", verdict, label);
            } else if (label.startsWith("tag element is a JSON number")) {
                assertEquals("invalid: a tag holds a number", verdict, label);
            } else {
                assertEquals(row.get("valid").getAsBoolean(), verdict.isEmpty(), label + " " + verdict);
            }
        }
    }

    @Test
    void wireFormsAreReadFromParsedValues() throws IOException {
        for (JsonObject row : rows("wire-forms.jsonl")) {
            String raw = row.get("raw").getAsString();
            assertEquals("", verdict(raw), raw);
            Event event = Expect.message(Codec.event(raw));
            assertEquals(row.get("id").getAsString(), event.id().hex());
            assertEquals(
                    new RelayMessage.Delivery(new SubscriptionId("s"), event),
                    Expect.message(Codec.relayMessage("[\"EVENT\",\"s\"," + raw + "]")));
        }
    }

    @Test
    void invalidEventsAreRefusedForTheirReason() throws IOException {
        for (JsonObject row : rows("invalid-events.jsonl")) {
            String why = row.get("why").getAsString();
            String verdict = verdict(row.get("event").toString());
            boolean right = switch (why) {
                // of some the shape alone is wrong: a number among the tags
                case "id" -> verdict.equals("ID") || verdict.startsWith("invalid: a tag ");
                case "sig" -> verdict.equals("SIGNATURE");
                case "id+sig" -> verdict.equals("ID");
                case "hex" -> verdict.contains("hex digits");
                case "int" -> verdict.contains("plain integer");
                default -> false;
            };
            assertTrue(right, why + ": " + verdict + " " + row);
        }
    }

    @Test
    void theVectorsOfBip340GetTheRightAnswer() throws IOException {
        List<String> lines = Files.readAllLines(file("bip340-vectors.csv"));
        int checked = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            boolean right = Verification.schnorr(hex(cells[4]), hex(cells[2]), hex(cells[5]));
            assertEquals(cells[6].equals("TRUE"), right, line);
            checked++;
        }
        assertEquals(19, checked);
    }

    private static byte[] hex(String text) {
        return Hex.bytes(text.toLowerCase(Locale.ROOT));
    }

    @Test
    void documentsOfRelaysAreRead() throws IOException {
        int withLimitation = 0;
        for (JsonObject row : rows("nip11-documents.jsonl")) {
            RelayInformation information =
                    Expect.message(RelayInformation.parse(row.get("doc").toString()));
            withLimitation += information.limitation().equals(RelayLimitation.NONE) ? 0 : 1;
            assertEquals(information, Expect.message(RelayInformation.parse(information.encode())));
        }
        assertTrue(withLimitation > 50, "" + withLimitation);
    }

    @Test
    void realEventsVerifyButForTheTwoWithOtherThanStringsInATag() throws IOException {
        Map<String, Integer> verdicts = new TreeMap<>();
        try (InputStream zipped = Files.newInputStream(file("real-events.jsonl.gz"));
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(zipped), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                verdicts.merge(verdict(line), 1, Integer::sum);
                roundTrip(line);
            }
        }
        assertEquals(Map.of("", 12_905, "invalid: a tag holds null", 1, "invalid: a tag holds a number", 1), verdicts);
    }

    private static void roundTrip(String line) {
        if (Codec.event(line) instanceof Decoded.Message<Event>(Event event)) {
            String text = Codec.encode(event);
            assertEquals(event, Expect.message(Codec.event(text)));
            assertFalse(text.contains("\n"));
            assertTrue(Filter.ALL.withIds(Set.of(event.id())).matches(event));
        }
    }

    @Test
    void gitEventsVerify() throws IOException {
        for (String line : Files.readAllLines(file("nip34-events.jsonl"))) {
            assertEquals("", verdict(line), line);
        }
    }
}
