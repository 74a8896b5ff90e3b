package dev.sluice.store;

import dev.sluice.archive.EventArchive;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/**
 * Which archive the table functions of a database read. H2 calls static methods, so there is one map for the process, keyed
 * by the path of the database; an entry lives as long as its catalogue is open.
 */
final class ArchiveTables {

    private static final ConcurrentMap<String, Entry> ENTRIES = new ConcurrentHashMap<>();

    private ArchiveTables() {}

    /** What one database sees. */
    record Entry(String path, EventArchive archive, Consumer<String> warnings) {

        /** Takes it out of sight; false when it was out already. */
        boolean remove() {
            return ENTRIES.remove(path, this);
        }
    }

    /** Shows an archive to a database; empty when it shows one already. */
    static Optional<Entry> add(String path, EventArchive archive, Consumer<String> warnings) {
        Entry entry = new Entry(path, archive, warnings);
        return ENTRIES.putIfAbsent(path, entry) == null ? Optional.of(entry) : Optional.empty();
    }

    /** The archive that belongs to the database of a connection. */
    static Entry of(Connection connection) throws SQLException {
        String path = Sql.rows(connection, row -> row.getString(1), "CALL DATABASE_PATH()")
                .get(0);
        Entry entry = ENTRIES.get(path);
        if (entry == null) {
            throw new SQLException("no event archive is open in this process beside " + path);
        }
        return entry;
    }
}
