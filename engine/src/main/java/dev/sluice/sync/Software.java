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
import java.util.stream.Collectors;

/**
 * What a relay's software is known to do, whatever its document says.
 *
 * @param subscriptions of one connection
 * @param evicts whether it drops live subscriptions above that without a word
 */
record Software(int subscriptions, boolean evicts) {
    private static final String TABLE = "software.table";

    /** The programs of the table that comes with the engine, by name. */
    static Map<String, Software> table() {
        InputStream table = Objects.requireNonNull(Software.class.getResourceAsStream(TABLE));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\t", 3))
                    .collect(Collectors.toUnmodifiableMap(
                            cells -> cells[0],
                            cells -> new Software(Integer.parseInt(cells[1]), cells[2].equals("evicts"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Finds the program that a document names, mostly by the address of its source. */
    static Optional<Software> named(String software, Map<String, Software> table) {
        String bare = software.strip().toLowerCase(Locale.ROOT).replaceAll("(\\.git)?/*$", "");
        return Optional.ofNullable(table.get(bare.substring(bare.lastIndexOf('/') + 1)));
    }
}
