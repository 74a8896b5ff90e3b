package dev.sluice.store;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.h2.api.ErrorCode;

/**
 * The database of a catalogue, opened again when it fails under way: a closed channel or a damaged page costs a warning and
 * at worst what was remembered, never the program. Work may run twice and has to bear it.
 */
final class LastingDatabase {

    /** After these H2 has no use for the open file any more. */
    private static final Set<Integer> BROKEN = Set.of(
            ErrorCode.GENERAL_ERROR_1,
            ErrorCode.IO_EXCEPTION_1,
            ErrorCode.IO_EXCEPTION_2,
            ErrorCode.FILE_CORRUPTED_1,
            ErrorCode.OBJECT_CLOSED,
            ErrorCode.CONNECTION_BROKEN_1,
            ErrorCode.DATABASE_IS_CLOSED,
            ErrorCode.DATABASE_CALLED_AT_SHUTDOWN);

    private final CatalogueFiles files;
    private final String archiveId;
    private final int connections;
    private final Consumer<String> warnings;

    /** Held while the database is opened again: a queue of those who saw it fail. */
    private final ReentrantLock mending = new ReentrantLock();

    private volatile CatalogueDatabase current;

    private LastingDatabase(CatalogueFiles files, String archiveId, int connections, Consumer<String> warnings)
            throws IOException {
        this.files = files;
        this.archiveId = archiveId;
        this.connections = connections;
        this.warnings = warnings;
        this.current = CatalogueDatabase.fit(files, archiveId, connections, warnings);
    }

    /** Opens the database of an archive; one that can't serve it is renamed aside with a warning and made anew. */
    static LastingDatabase open(CatalogueFiles files, String archiveId, int connections, Consumer<String> warnings)
            throws IOException {
        return new LastingDatabase(files, archiveId, connections, warnings);
    }

    /** How H2 calls the database inside: what {@code DATABASE_PATH()} answers. */
    String path() {
        return current.path();
    }

    /** Does work with a connection, once more when the database failed and was opened again. */
    <T> T run(Sql.Work<T> work) throws SQLException, IOException {
        CatalogueDatabase used = current;
        try {
            return used.run(work);
        } catch (SQLException e) {
            if (!broken(e)) {
                throw e;
            }
            return mended(used, e).run(work);
        }
    }

    /** Ends every session, the console's too, and closes the file. */
    void close() throws SQLException {
        current.close();
    }

    /** Gives its connections back and leaves the file to who else has it open. */
    void release() {
        current.release();
    }

    private CatalogueDatabase mended(CatalogueDatabase failed, SQLException why) throws IOException {
        mending.lock();
        try {
            if (current == failed) {
                failed.abandon();
                warnings.accept("the catalogue failed and is opened again: " + why.getMessage());
                current = CatalogueDatabase.fit(files, archiveId, connections, warnings);
            }
            return current;
        } finally {
            mending.unlock();
        }
    }

    private static boolean broken(SQLException e) {
        return BROKEN.contains(e.getErrorCode()) || e instanceof SQLTransientConnectionException;
    }
}
