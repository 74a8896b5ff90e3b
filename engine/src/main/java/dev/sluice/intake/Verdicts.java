package dev.sluice.intake;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many events got which verdict.
 *
 * @param refused by the word of the reason
 */
public record Verdicts(
        long stored,
        long duplicate,
        long superseded,
        long deleted,
        long expired,
        long vanished,
        long ephemeral,
        SortedMap<String, Long> refused) {

    /** Nothing was judged. */
    public static final Verdicts NONE = new Verdicts(0, 0, 0, 0, 0, 0, 0, new TreeMap<>());

    public Verdicts {
        refused = Collections.unmodifiableSortedMap(new TreeMap<>(refused));
    }

    /** All refused, whatever the reason. */
    public long allRefused() {
        return refused.values().stream().mapToLong(Long::longValue).sum();
    }

    /** All that got a verdict. */
    public long total() {
        return stored + duplicate + superseded + deleted + expired + vanished + ephemeral + allRefused();
    }
}
