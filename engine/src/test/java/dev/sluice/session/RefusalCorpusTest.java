package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.session.RefusalClassifier.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The classifier against what real relays were found to say. */
@Tag("corpus")
@Timeout(10)
class RefusalCorpusTest {
    /** What stands in the notes for any words of a kind, and an example of it. */
    private static final Map<String, String> EXAMPLES = Map.ofEntries(
            Map.entry("(empty string)", ""),
            Map.entry("{prefix}: {message}", "blocked: not for you"),
            Map.entry("{any filter error}", "unrecognised filter item"),
            Map.entry("{filter error}", "total filter items too large"),
            Map.entry("{store error}", "database is locked"),
            Map.entry("{reconcile error}", "failed to reconcile"),
            Map.entry("{schema or JSON message}", "\"0\" must be one of [EVENT, REQ, CLOSE]"),
            Map.entry("{subscription text}", "subscription closed"),
            Map.entry("{TYPE}", "NEG-OPEN"),
            Map.entry("{CMD}", "NEG-OPEN"),
            Map.entry("{field}", "authors"),
            Map.entry("{text}", "slow down"));

    @Test
    void textsGetTheReactionThatTheReaderOfTheirSourceGaveThem() throws IOException {
        RefusalClassifier classifier = RefusalClassifier.standard();
        List<String> other = new ArrayList<>();
        int rows = 0;
        for (String line : Files.readAllLines(Path.of(System.getProperty("sluice.relays"), "refusals.tsv"))) {
            Saying row = Saying.of(line);
            if (!row.cell(0).equals("implementation")) {
                rows++;
                Refusal refusal = classifier.classify(channel(row), text(row.cell(3)));
                if (!refusal.reaction().name().equals(row.cell(6))) {
                    other.add(String.join(" | ", row.cell(2), row.cell(3), row.cell(6)));
                }
            }
        }
        List<String> known = Saying.read("unmatched.tsv").stream()
                .map(row -> String.join(" | ", row.cells().subList(0, 3)))
                .toList();
        assertEquals(new TreeSet<>(known), new TreeSet<>(other));
        assertTrue(rows > 400, "only " + rows + " rows");
    }

    /** The notes give the reaction to negentropy's NOTICEs for the time when an opening waits for its answer. */
    private static Channel channel(Saying row) {
        boolean waits = row.cell(6).startsWith("NEG_") || row.cell(3).contains("negentropy error");
        return row.cell(2).equals("NOTICE") && waits ? Channel.NOTICE_NEG : Saying.channel(row.cell(2));
    }

    private static String text(String cell) {
        String text = cell.replaceAll(" \\(3 elements.*", "");
        for (Map.Entry<String, String> example : EXAMPLES.entrySet()) {
            text = text.replace(example.getKey(), example.getValue());
        }
        return text.replaceAll("\\{[A-Zxy]\\}", "7").replaceAll("\\{[a-z_ ]+\\}", "something");
    }
}
