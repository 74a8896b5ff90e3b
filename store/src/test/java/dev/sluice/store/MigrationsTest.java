package dev.sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class MigrationsTest {

    @Test
    void scriptsAreNumberedByTheirPlace() {
        for (int i = 0; i < Migrations.ALL.newest(); i++) {
            String script = Migrations.ALL.scripts().get(i);
            assertTrue(script.matches(String.format("%04d_[a-z_]+\\.sql", i + 1)), script);
        }
    }

    @Test
    void eachScriptRunsOnce() throws SQLException, IOException {
        try (Connection connection = database()) {
            assertEquals(0, Migrations.version(connection));
            Migrations.ALL.apply(connection);
            Migrations.ALL.apply(connection);
            assertEquals(Migrations.ALL.newest(), Migrations.version(connection));
            assertEquals(Migrations.ALL.scripts(), applied(connection));
        }
    }

    @Test
    void anOlderDatabaseGetsOnlyWhatItLacks() throws SQLException, IOException {
        try (Connection connection = database()) {
            new Migrations(Migrations.ALL.scripts().subList(0, 1)).apply(connection);
            Sql.run(connection, "INSERT INTO relay VALUES ('wss://relay.example', 1, 2)");
            Migrations.ALL.apply(connection);
            assertEquals(Migrations.ALL.scripts(), applied(connection));
            assertEquals(List.of(2L), Sql.rows(connection, row -> row.getLong(1), "SELECT last_met FROM relay"));
        }
    }

    @Test
    void aScriptCutShortByACrashRunsAgain() throws SQLException, IOException {
        try (Connection connection = database()) {
            Migrations.ALL.apply(connection);
            Sql.run(connection, "INSERT INTO relay VALUES ('wss://relay.example', 1, 2)");
            Sql.run(connection, "DELETE FROM schema_version");
            Migrations.ALL.apply(connection);
            assertEquals(Migrations.ALL.newest(), Migrations.version(connection));
            assertEquals(List.of(1L), Sql.rows(connection, row -> row.getLong(1), "SELECT COUNT(*) FROM relay"));
        }
    }

    private static List<String> applied(Connection connection) throws SQLException {
        return Sql.rows(connection, row -> row.getString(1), "SELECT script FROM schema_version ORDER BY version");
    }

    private static Connection database() throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:", "SLUICE", "");
    }
}
