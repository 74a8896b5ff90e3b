package dev.sluice.sync;

import dev.sluice.pace.Allowance;
import dev.sluice.pace.Allowance.Unit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a relay's software is known to do, whatever its document says.
 *
 * @param subscriptions of one connection, where that is known
 * @param evicts whether it drops live subscriptions above that without a word
 * @param hidesOpen whether it may answer a filter that names little with nothing
 * @param hidesHeavy whether it answers a filter that names much with nothing
 * @param openLimit the most that a filter which names little may ask for, where a higher limit is refused
 * @param values the most values of one tag in a filter without a window that it answers
 * @param rate of starts that it takes
 * @param connections of one address that it takes
 */
record Software(
        OptionalInt subscriptions,
        boolean evicts,
        boolean hidesOpen,
        boolean hidesHeavy,
        OptionalInt openLimit,
        OptionalInt values,
        Optional<Allowance.Rate> rate,
        OptionalInt connections) {
    private static final String TABLE = "software.table";

    /** Of a program of which nothing is known. */
    static final Software UNKNOWN = of(new String[] {"", "-", "-"});

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
        Map<String, String> habits = Stream.of(cells[2].split(" "))
                .map(word -> word.split(":", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts.length > 1 ? parts[1] : "-"));
        return new Software(
                number(cells[1]),
                habits.containsKey("evicts"),
                habits.containsKey("hides-open"),
                habits.containsKey("hides-heavy"),
                number(habits.getOrDefault("open-limit", "-")),
                number(habits.getOrDefault("values", "-")),
                rate(habits, "queries", Unit.QUERIES).or(() -> rate(habits, "filters", Unit.FILTERS)),
                number(habits.getOrDefault("connections", "-")));
    }

    private static Optional<Allowance.Rate> rate(Map<String, String> habits, String word, Unit unit) {
        return Optional.ofNullable(habits.get(word)).map(numbers -> {
            String[] parts = numbers.split("/", 3);
            return new Allowance.Rate(
                    unit,
                    Integer.parseInt(parts[0]),
                    Duration.ofSeconds(Integer.parseInt(parts[1])),
                    Integer.parseInt(parts[2]));
        });
    }

    private static OptionalInt number(String word) {
        return word.equals("-") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(word));
    }

    /** Finds the program that a document names, mostly by the address of its source. */
    static Optional<Software> named(String software, Map<String, Software> table) {
        String address = software.strip().toLowerCase(Locale.ROOT);
        int end = address.length();
        while (end > 0 && address.charAt(end - 1) == '/') {
            end--;
        }
        String last = address.substring(address.lastIndexOf('/', end - 1) + 1, end);
        return Optional.ofNullable(table.get(last.endsWith(".git") ? last.substring(0, last.length() - 4) : last));
    }
}
