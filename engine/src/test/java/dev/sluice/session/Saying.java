package dev.sluice.session;

import dev.sluice.session.RefusalClassifier.Channel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A row of a test table. */
record Saying(List<String> cells) {

    /** The rows of a resource, without comments. */
    static List<Saying> read(String resource) throws IOException {
        var table = Objects.requireNonNull(Saying.class.getResourceAsStream(resource));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Saying::of)
                    .toList();
        }
    }

    static Saying of(String line) {
        return new Saying(List.of(line.split("\t", -1)));
    }

    String cell(int index) {
        return cells.get(index);
    }

    static Channel channel(String type) {
        return Channel.named(type).orElseThrow();
    }
}
