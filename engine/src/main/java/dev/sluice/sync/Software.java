package dev.sluice.sync;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What a relay's software is known to do, whatever its document says.
 *
 * @param subscriptions of one connection, where that is known
 * @param evicts whether it drops live subscriptions above that without a word
 * @param hidesOpen whether it may answer a filter that names little with nothing
 * @param hidesHeavy whether it answers a filter that names much with nothing
 * @param openLimit the most that a filter which names little may ask for, where a higher limit is refused
 */
record Software(
        OptionalInt subscriptions, boolean evicts, boolean hidesOpen, boolean hidesHeavy, OptionalInt openLimit) {
    private static final String TABLE = "software.table";

    private static final String OPEN_LIMIT = "open-limit:";

    /** Of a program of which nothing is known. */
    static final Software UNKNOWN = new Software(OptionalInt.empty(), false, false, false, OptionalInt.empty());

    /** The programs of the table that comes with the engine, by name. */
    static Map<String, Software> table() {
        InputStream table = Objects.requireNonNull(Software.class.getResourceAsStream(TABLE));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\t", 3))
                    .collect(Collectors.toUnmodifiableMap(cells -> cells[0], Software::of));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Software of(String[] cells) {
        String habit = cells[2];
        return new Software(
                number(cells[1]),
                habit.equals("evicts"),
                habit.equals("hides-open"),
                habit.equals("hides-heavy"),
                habit.startsWith(OPEN_LIMIT) ? number(habit.substring(OPEN_LIMIT.length())) : OptionalInt.empty());
    }

    private static OptionalInt number(String word) {
        return word.equals("-") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(word));
    }

    /** Finds the program that a document names, mostly by the address of its source. */
    static Optional<Software> named(String software, Map<String, Software> table) {
        String bare = software.strip().toLowerCase(Locale.ROOT).replaceAll("(\\.git)?/*$", "");
        return Optional.ofNullable(table.get(bare.substring(bare.lastIndexOf('/') + 1)));
    }
}
