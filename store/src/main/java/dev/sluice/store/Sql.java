package dev.sluice.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Plain SQL over one connection. */
final class Sql {

    private Sql() {}

    /** What one row means. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** What is done with a connection. */
    @FunctionalInterface
    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Runs a text of one or more statements. */
    static void run(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    /** Runs one statement with its values. */
    static void update(Connection connection, String text, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, text, values)) {
            statement.executeUpdate();
        }
    }

    /** All rows of a query. */
    static <T> List<T> rows(Connection connection, Row<T> meaning, String text, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, text, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(meaning.read(rows));
            }
            return found;
        }
    }

    private static PreparedStatement prepared(Connection connection, String text, Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}
