package dev.sluice.store;

import dev.sluice.archive.ArchiveException;
import dev.sluice.archive.Scan;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.h2.tools.SimpleRowSource;
import org.jspecify.annotations.Nullable;

/** Rows made from the records of a scan, slice by slice. */
final class RowSource<T> implements SimpleRowSource {

    private final Supplier<Scan<T>> scans;
    private final Rows<T> rows;
    private Scan<T> scan;
    private Iterator<T> slice = List.<T>of().iterator();
    private long taken;

    RowSource(Supplier<Scan<T>> scans, Rows<T> rows) {
        this.scans = scans;
        this.rows = rows;
        this.scan = scans.get();
    }

    /** What a record is as a row. */
    @FunctionalInterface
    interface Rows<T> {

        /**
         * The columns of a record, or null when the table ends before it.
         *
         * @param before how many rows came before
         */
        @Nullable
        Object @Nullable [] row(T item, long before) throws SQLException;
    }

    @Override
    @SuppressWarnings("NullAway") // columns of a row may be null, which H2 does not say
    public @Nullable Object @Nullable [] readRow() throws SQLException {
        if (!slice.hasNext()) {
            slice = next();
        }
        return slice.hasNext() ? rows.row(slice.next(), taken++) : null;
    }

    @Override
    public void reset() {
        scan = scans.get();
        slice = List.<T>of().iterator();
        taken = 0;
    }

    /** Nothing is held. */
    @Override
    public void close() {}

    private Iterator<T> next() throws SQLException {
        try {
            return scan.next().iterator();
        } catch (ArchiveException e) {
            throw new SQLException(e.getMessage(), e);
        } catch (InterruptedException e) {
            // the flag stays down: a thread of H2 that carries it closes the database's file for everybody
            throw new SQLException("interrupted", e);
        }
    }
}
