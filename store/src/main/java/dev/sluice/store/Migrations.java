package dev.sluice.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The numbered scripts that make the catalogue's schema, in order. H2 commits at every definition, so a script is not one
 * transaction: each is written so that it can run again after a crash, and its number is kept last.
 */
record Migrations(List<String> scripts) {

    /** All that this program knows; the number of a script is its place. */
    static final Migrations ALL = new Migrations(List.of("0001_relays.sql", "0002_functions.sql"));

    private static final String VERSIONS = """
            CREATE TABLE IF NOT EXISTS schema_version (
                version    INTEGER  NOT NULL PRIMARY KEY,
                script     VARCHAR  NOT NULL,
                applied_at TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL
            )""";

    Migrations {
        scripts = List.copyOf(scripts);
    }

    /** The number of the last script. */
    int newest() {
        return scripts.size();
    }

    /** The number of the last script that a database has seen; 0 in a new one. */
    static int version(Connection connection) throws SQLException {
        Sql.run(connection, VERSIONS);
        return Sql.rows(connection, row -> row.getInt(1), "SELECT COALESCE(MAX(version), 0) FROM schema_version")
                .get(0);
    }

    /** Runs the scripts that a database has not seen. */
    void apply(Connection connection) throws SQLException, IOException {
        for (int i = version(connection); i < newest(); i++) {
            Sql.run(connection, text(scripts.get(i)));
            Sql.update(connection, "INSERT INTO schema_version (version, script) VALUES (?, ?)", i + 1, scripts.get(i));
        }
    }

    private static String text(String script) throws IOException {
        try (InputStream in = Migrations.class.getResourceAsStream("db/" + script)) {
            if (in == null) {
                throw new FileNotFoundException(script);
            }
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
