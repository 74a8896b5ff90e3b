package dev.sluice.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The classifier against what real relays were found to say. */
@Tag("corpus")
@Timeout(10)
class RefusalCorpusTest {
    /** The least share of texts that must get the reaction that the reader of their source gave them. */
    private static final double LEAST_SHARE = 0.95;

    private static final Map<String, Set<Class<? extends Refusal>>> REACTIONS = Map.ofEntries(
            Map.entry("RATE_LIMIT", Set.of(Refusal.Rate.class)),
            Map.entry("TOO_MANY_QUERIES", Set.of(Refusal.Rate.class)),
            Map.entry("SUBSCRIPTION_LIMIT", Set.of(Refusal.SubscriptionLimit.class)),
            Map.entry("RETAINED_BYTES", Set.of(Refusal.RetainedBytes.class)),
            Map.entry("FILTER_COUNT", Set.of(Refusal.FilterCount.class)),
            Map.entry("FILTER_TOO_BIG", Set.of(Refusal.TooBig.class)),
            Map.entry("RESULTS_TOO_MANY", Set.of(Refusal.TooManyResults.class, Refusal.LimitTooHigh.class)),
            Map.entry("AUTH_REQUIRED", Set.of(Refusal.AuthRequired.class)),
            Map.entry("POLICY_PAUSE", Set.of(Refusal.Policy.class)),
            Map.entry("TRANSIENT_ERROR", Set.of(Refusal.Transient.class)),
            Map.entry("IGNORED", Set.of(Refusal.Harmless.class)));

    @Test
    void mostTextsGetTheirReaction() throws IOException {
        RefusalClassifier classifier = RefusalClassifier.standard();
        List<String> wrong = new ArrayList<>();
        int rows = 0;
        for (String line : Files.readAllLines(Path.of(System.getProperty("sluice.relays"), "refusals.tsv"))) {
            String[] cells = line.split("\t", -1);
            if (!REACTIONS.containsKey(cells[6]) || !cells[2].matches("CLOSED|NOTICE") || isTemplate(cells[3])) {
                continue;
            }
            rows++;
            String text = cells[3].replaceAll("\\{[A-Z]\\}", "7");
            var channel = RefusalClassifier.Channel.valueOf(cells[2]);
            Refusal refusal = classifier.classify(channel, text);
            if (!REACTIONS.get(cells[6]).contains(refusal.getClass())) {
                wrong.add(cells[6] + " " + cells[2] + " " + text + " -> "
                        + refusal.getClass().getSimpleName());
            }
        }
        double share = (rows - wrong.size()) / (double) rows;
        String report = String.format(Locale.ROOT, "%d of %d texts, %.3f%n", rows - wrong.size(), rows, share);
        System.out.println(report + String.join(System.lineSeparator(), wrong));
        assertTrue(rows > 150 && share >= LEAST_SHARE, report + wrong);
    }

    /** Rows that stand for any text at all, or for none, tell nothing. */
    private static boolean isTemplate(String text) {
        String bare = text.replaceAll("^(\\w+: |ERROR: bad req: )", "");
        return bare.matches("\\{[^}]*\\}|\\(empty string\\)|\\{prefix\\}: \\{message\\}") || bare.isEmpty();
    }
}
