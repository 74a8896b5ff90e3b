package dev.sluice.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.ArchiveException.Kind;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.h2.api.ErrorCode;
import org.h2.jdbcx.JdbcDataSource;

/** The open SQL database of a catalogue. All of it runs on store-owned threads. */
final class CatalogueDatabase {

    /** The name of the user that owns the schema. */
    private static final String OWNER = "SLUICE";

    /**
     * Commits are written at once: with H2's default delay acknowledged work is lost by a kill. Closing is ours, not that
     * of a shutdown hook. No trace files beside the archive.
     */
    private static final String SETTINGS = ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0;TRACE_LEVEL_FILE=0";

    /** Callers pass a gate of the pool's size, so that nobody waits here but for a database that does not open. */
    private static final long CONNECTION_TIMEOUT_MILLIS = 10_000;

    private final HikariDataSource pool;
    private final String path;

    private CatalogueDatabase(HikariDataSource pool, String path) {
        this.pool = pool;
        this.path = path;
    }

    /** What came of opening a file. */
    sealed interface Opening {

        record Opened(CatalogueDatabase database) implements Opening {}

        /** It can't serve this archive, for a reason in words; another process may hold it. */
        record Unfit(String reason, boolean locked) implements Opening {}
    }

    /** Opens the database of an archive; one that can't serve it is renamed aside with a warning and made anew. */
    static CatalogueDatabase fit(CatalogueFiles files, String archiveId, int connections, Consumer<String> warnings)
            throws IOException {
        Opening opening = open(files, archiveId, Migrations.ALL, connections);
        if (opening instanceof Opening.Unfit unfit && !unfit.locked()) {
            files.setAside();
            warnings.accept("the catalogue was renamed to " + files.aside() + " and begun anew: " + unfit.reason());
            opening = open(files, archiveId, Migrations.ALL, connections);
        }
        return switch (opening) {
            case Opening.Opened(CatalogueDatabase database) -> database;
            case Opening.Unfit(String reason, boolean locked) ->
                throw new ArchiveException(locked ? Kind.LOCKED : Kind.IO, files.database() + ": " + reason);
        };
    }

    /** Opens or makes the database of an archive, brings its schema up to date and reads it through once. */
    static Opening open(CatalogueFiles files, String archiveId, Migrations migrations, int connections)
            throws IOException {
        JdbcDataSource source = source(files);
        try (Connection first = source.getConnection()) {
            int version = Migrations.version(first);
            if (version > migrations.newest()) {
                return new Opening.Unfit(newer(version, migrations.newest()), false);
            }
            migrations.apply(first);
            String owner = archive(first, archiveId);
            if (!owner.equals(archiveId)) {
                return new Opening.Unfit("it belongs to another archive, " + owner, false);
            }
            readThrough(first);
            return new Opening.Opened(new CatalogueDatabase(pool(source, connections), path(first)));
        } catch (SQLException e) {
            return new Opening.Unfit(
                    String.valueOf(e.getMessage()), e.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1);
        }
    }

    /** Does work with a connection of the pool. */
    <T> T run(Sql.Work<T> work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return work.run(connection);
        }
    }

    /** How H2 calls the database inside: what {@code DATABASE_PATH()} answers. */
    String path() {
        return path;
    }

    /** Ends every session, the console's too, and closes the file. */
    void close() throws SQLException {
        try (pool;
                Connection last = pool.getConnection()) {
            Sql.run(last, "SHUTDOWN");
        } catch (SQLException e) {
            // the connection that asked for it is closed with the others before it could be given back
            if (e.getErrorCode() != ErrorCode.DATABASE_CALLED_AT_SHUTDOWN) {
                throw e;
            }
        }
    }

    /** Lets go of a database that failed, whatever it says. */
    void abandon() {
        try (pool;
                Connection last = pool.getConnection()) {
            Sql.run(last, "SHUTDOWN IMMEDIATELY");
        } catch (SQLException e) {
            // nothing of it is needed any more, and the file is read anew
        }
    }

    /** Gives its connections back and leaves the file to who else has it open. */
    void release() {
        pool.close();
    }

    private static JdbcDataSource source(CatalogueFiles files) throws IOException {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(files.url() + SETTINGS);
        source.setUser(OWNER);
        source.setPassword(files.key());
        return source;
    }

    private static HikariDataSource pool(JdbcDataSource source, int connections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("catalogue");
        config.setDataSource(source);
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        config.setMaxLifetime(0); // a connection to an embedded database does not age
        config.setThreadFactory(SqlThreads.named("catalogue-pool"));
        return new HikariDataSource(config);
    }

    private static String archive(Connection connection, String archiveId) throws SQLException {
        List<String> found = Sql.rows(connection, row -> row.getString(1), "SELECT archive_id FROM archive");
        if (found.isEmpty()) {
            Sql.update(connection, "INSERT INTO archive (archive_id) VALUES (?)", archiveId);
            return archiveId;
        }
        return found.get(0);
    }

    /** Damage in the middle of the file shows only when it is read. The tables are small. */
    private static void readThrough(Connection connection) throws SQLException {
        Sql.run(connection, "SELECT SUM(last_met) FROM relay");
        Sql.run(connection, "SELECT SUM(CHAR_LENGTH(document)) FROM relay_document");
        Sql.run(connection, "SELECT SUM(CHAR_LENGTH(words)) FROM relay_memory");
    }

    private static String path(Connection connection) throws SQLException {
        return Sql.rows(connection, row -> row.getString(1), "CALL DATABASE_PATH()")
                .get(0);
    }

    private static String newer(int version, int known) {
        return "a newer program wrote it (schema " + version + ", known are schemas up to " + known + ")";
    }
}
