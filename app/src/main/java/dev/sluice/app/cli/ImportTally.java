package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import dev.sluice.archive.Verdict;
import dev.sluice.intake.Import;
import dev.sluice.intake.Verdicts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of the lines of an import; the numbers add up to the lines that were not blank. Refusals are counted by the
 * words that say why, all of which come from fixed vocabularies.
 */
final class ImportTally implements Import.RefusedLines {

    private static final String PREFIX = "invalid: ";

    private final Import.RefusedLines shown;
    private final SortedMap<String, Long> refused = new TreeMap<>();
    private Verdicts verdicts = Verdicts.NONE;

    /** @param shown is told of each refused line, too */
    ImportTally(Import.RefusedLines shown) {
        this.shown = shown;
    }

    @Override
    public void refused(long line, Verdict.Refused refusal) {
        refused.merge(reason(refusal), 1L, Long::sum);
        shown.refused(line, refusal);
    }

    void verdicts(Verdicts all) {
        verdicts = all;
    }

    JsonObject json() {
        JsonObject json = new JsonObject();
        numbers().forEach(json::put);
        return json.put("refused", refused);
    }

    List<String> words() {
        StringBuilder words = new StringBuilder();
        numbers().forEach((name, number) -> words.append(number(name, number)));
        words.append(number("refused", verdicts.allRefused()));
        refused.forEach((reason, number) -> words.append(number("  " + reason, number)));
        return words.toString().lines().toList();
    }

    private Map<String, Long> numbers() {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("stored", verdicts.stored());
        numbers.put("duplicate", verdicts.duplicate());
        numbers.put("superseded", verdicts.superseded());
        numbers.put("deleted", verdicts.deleted());
        numbers.put("expired", verdicts.expired());
        numbers.put("vanished", verdicts.vanished());
        numbers.put("ephemeral", verdicts.ephemeral());
        return numbers;
    }

    private static String number(String name, long number) {
        return String.format(Locale.ROOT, "%-44s %,12d%n", name, number);
    }

    /** A refused line in words. */
    static String words(long line, Verdict.Refused refusal) {
        return "line " + line + ": " + reason(refusal);
    }

    private static String reason(Verdict.Refused refusal) {
        return refusal.detail().startsWith(PREFIX) ? refusal.detail().substring(PREFIX.length()) : refusal.detail();
    }
}
