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

    /** A channel by its name in the notes. */
    static Channel channel(String type) {
        return switch (type) {
            case "CLOSED" -> Channel.CLOSED;
            case "NOTICE" -> Channel.NOTICE;
            case "NOTICE+NEG" -> Channel.NOTICE_NEG;
            case "NEG-ERR" -> Channel.NEG_ERR;
            case "OK true" -> Channel.OK_TRUE;
            case "OK false" -> Channel.OK_FALSE;
            case "HTTP" -> Channel.HTTP;
            case "WSCLOSE" -> Channel.END;
            default -> throw new IllegalArgumentException(type);
        };
    }
}
