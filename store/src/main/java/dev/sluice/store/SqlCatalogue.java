package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.ArchiveException.Kind;
import dev.sluice.archive.Catalogue;
import dev.sluice.archive.EventArchive;
import dev.sluice.nostr.RelayUrl;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The catalogue on H2's SQL, {@code catalogue.mv.db} beside the archive's file, with the archive itself in reach of SQL by
 * the table functions {@code EVENTS('<filter JSON>')} and {@code COVERAGE()}. It holds only what may be lost: a file that
 * can't be read, that a newer program wrote or that belongs to another archive is renamed aside with a warning, and a new
 * one takes its place.
 */
public final class SqlCatalogue implements Catalogue {

    private static final int READERS = 3;
    private static final int WRITERS = 1;

    private static final String MEET = """
            MERGE INTO relay USING (VALUES (CAST(? AS VARCHAR), CAST(? AS BIGINT))) AS met (url, moment)
            ON relay.url = met.url
            WHEN MATCHED THEN UPDATE SET
                first_met = LEAST(first_met, met.moment), last_met = GREATEST(last_met, met.moment)
            WHEN NOT MATCHED THEN INSERT (url, first_met, last_met) VALUES (met.url, met.moment, met.moment)""";
    private static final String RELAYS = "SELECT url, first_met, last_met FROM relay ORDER BY url";
    private static final String KEEP_DOCUMENT =
            "MERGE INTO relay_document (relay, document, fetched_at) KEY (relay) VALUES (?, ?, ?)";
    private static final String DOCUMENT = "SELECT document, fetched_at FROM relay_document WHERE relay = ?";
    private static final String REMEMBER = """
            MERGE INTO relay_memory (relay, topic, learned, words, learned_at, holds_until) KEY (relay, topic)
            VALUES (?, ?, ?, ?, ?, ?)""";
    private static final String MEMORIES = """
            SELECT topic, learned, words, learned_at, holds_until FROM relay_memory
            WHERE relay = ? AND holds_until > ? ORDER BY topic""";
    private static final String FORGET = "DELETE FROM relay_memory WHERE relay = ? AND topic = ?";

    private final SqlThreads readers;
    private final SqlThreads writer;
    private final CatalogueFiles files;
    private final LastingDatabase database;
    private final ArchiveTables.Entry tables;

    private SqlCatalogue(
            SqlThreads readers,
            SqlThreads writer,
            CatalogueFiles files,
            LastingDatabase database,
            ArchiveTables.Entry tables) {
        this.readers = readers;
        this.writer = writer;
        this.files = files;
        this.database = database;
        this.tables = tables;
    }

    /**
     * Opens or makes the catalogue of an archive. Blocks; an interrupt does not end it.
     *
     * @param directory the archive's directory, held by this process
     * @param archiveId the archive's random id
     * @param archive what the table functions read; closed by its owner, after this
     * @param warnings what a person should know: a catalogue renamed aside, a query cut short. Called from any thread
     * @throws ArchiveException another process holds the file, or the disk failed
     */
    public static SqlCatalogue open(Path directory, String archiveId, EventArchive archive, Consumer<String> warnings) {
        H2Settings.apply();
        CatalogueFiles files = new CatalogueFiles(directory);
        SqlThreads readers = new SqlThreads("catalogue-reader", READERS);
        SqlThreads writer = new SqlThreads("catalogue-writer", WRITERS);
        try {
            LastingDatabase database =
                    writer.callToTheEnd(() -> LastingDatabase.open(files, archiveId, READERS + WRITERS, warnings));
            Optional<ArchiveTables.Entry> tables = ArchiveTables.add(database.path(), archive, warnings);
            if (tables.isEmpty()) {
                database.release();
                throw new ArchiveException(Kind.LOCKED, "this process has the catalogue open: " + files.database());
            }
            return new SqlCatalogue(readers, writer, files, database, tables.get());
        } catch (RuntimeException e) {
            readers.close();
            writer.close();
            throw e;
        }
    }

    @Override
    public void met(RelayUrl relay, long now) throws InterruptedException {
        write(MEET, relay.toString(), now);
    }

    @Override
    public List<Met> relays() throws InterruptedException {
        return read(row -> new Met(relay(row.getString(1)), row.getLong(2), row.getLong(3)), RELAYS);
    }

    @Override
    public void document(RelayUrl relay, String json, long now) throws InterruptedException {
        write(KEEP_DOCUMENT, relay.toString(), json, now);
    }

    @Override
    public Optional<Document> document(RelayUrl relay) throws InterruptedException {
        return read(row -> new Document(row.getString(1), row.getLong(2)), DOCUMENT, relay.toString()).stream()
                .findFirst();
    }

    @Override
    public void remember(RelayUrl relay, Memory memory) throws InterruptedException {
        write(
                REMEMBER,
                relay.toString(),
                memory.topic(),
                memory.value(),
                memory.text(),
                memory.learnedAt(),
                memory.until());
    }

    @Override
    public List<Memory> memories(RelayUrl relay, long now) throws InterruptedException {
        return read(SqlCatalogue::memory, MEMORIES, relay.toString(), now);
    }

    @Override
    public void forget(RelayUrl relay, String topic) throws InterruptedException {
        write(FORGET, relay.toString(), topic);
    }

    /** Packs the database as it is now into a ZIP file, beside all that goes on. */
    void pack(Path file) throws InterruptedException {
        run(readers, connection -> {
            Sql.run(connection, "BACKUP TO '" + file.toString().replace("'", "''") + "'");
            return true;
        });
    }

    /** Finishes what is under way, ends the console's sessions and closes the file. Idempotent. */
    @Override
    public void close() {
        if (!tables.remove()) {
            return;
        }
        readers.close();
        writer.callToTheEnd(() -> {
            database.close();
            return true;
        });
        writer.close();
    }

    /** What the console needs to open this database. */
    CatalogueFiles files() {
        return files;
    }

    /** Gives the console's user, who may only read, a password and with it its right to log in. */
    void reader(String user, String password) throws InterruptedException {
        run(writer, connection -> {
            Sql.run(connection, "CREATE USER IF NOT EXISTS " + user + " PASSWORD '" + password + "'");
            Sql.run(connection, "ALTER USER " + user + " SET PASSWORD '" + password + "'");
            Sql.run(connection, "GRANT SELECT ON SCHEMA PUBLIC TO " + user);
            return true;
        });
    }

    /** Runs work with a connection on a thread that may enter JDBC. */
    <T> T sql(Sql.Work<T> work) throws InterruptedException {
        return run(readers, work);
    }

    private <T> List<T> read(Sql.Row<T> meaning, String text, Object... values) throws InterruptedException {
        return run(readers, connection -> Sql.rows(connection, meaning, text, values));
    }

    private void write(String text, Object... values) throws InterruptedException {
        run(writer, connection -> {
            Sql.update(connection, text, values);
            return true;
        });
    }

    private <T> T run(SqlThreads threads, Sql.Work<T> work) throws InterruptedException {
        return threads.call(() -> database.run(work));
    }

    private static RelayUrl relay(String url) {
        return RelayUrl.parse(url).orElseThrow(() -> new IllegalStateException("not a relay in the catalogue: " + url));
    }

    private static Memory memory(ResultSet row) throws SQLException {
        return new Memory(row.getString(1), row.getString(2), row.getString(3), row.getLong(4), row.getLong(5));
    }
}
