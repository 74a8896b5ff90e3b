package dev.sluice.store;

import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Order;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Filter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.OptionalInt;
import org.h2.tools.SimpleResultSet;
import org.jspecify.annotations.Nullable;

/**
 * The event archive as tables of SQL. H2 calls these by name, up to three times a query; on a connection that only asks for
 * the columns they read nothing. Public because H2 demands it; for no other caller.
 */
public final class TableFunctions {

    /** Rows of a filter without a limit. */
    static final int DEFAULT_LIMIT = 10_000;

    private static final String COLUMNS_ONLY = "jdbc:columnlist:";

    private TableFunctions() {}

    /**
     * The events of a NIP-01 filter, newest first: id, pubkey, created_at, kind, content, tags (JSON), raw (JSON). A filter
     * without a limit gives at most 10,000 rows, and a warning when there are more.
     */
    public static ResultSet events(Connection connection, @Nullable String filter) throws SQLException {
        SimpleResultSet table = columnsOnly(connection)
                ? new SimpleResultSet()
                : new SimpleResultSet(events(ArchiveTables.of(connection), filter(filter)));
        EventRows.columns(table);
        return table;
    }

    /**
     * What is held of each relay's history: relay, base (filter JSON), value, complete_from, complete_to, walk_cursor,
     * walk_start; seconds, null where there is none.
     */
    public static ResultSet coverage(Connection connection) throws SQLException {
        SimpleResultSet table = columnsOnly(connection)
                ? new SimpleResultSet()
                : new SimpleResultSet(coverage(ArchiveTables.of(connection).archive()));
        CoverageRows.columns(table);
        return table;
    }

    private static RowSource<EventArchive.Encoded> events(ArchiveTables.Entry entry, Filter filter) {
        int limit = filter.limit().orElse(DEFAULT_LIMIT);
        // one more than is shown tells whether there are more
        Filter asked = filter.limit().isPresent() ? filter : filter.withLimit(OptionalInt.of(limit + 1));
        return new RowSource<>(
                () -> entry.archive().encoded(asked, Order.NEWEST_FIRST), new EventRows(limit, entry.warnings()));
    }

    private static RowSource<?> coverage(EventArchive archive) {
        return new RowSource<>(archive::allCoverage, new CoverageRows());
    }

    private static boolean columnsOnly(Connection connection) throws SQLException {
        return connection.getMetaData().getURL().startsWith(COLUMNS_ONLY);
    }

    private static Filter filter(@Nullable String json) throws SQLException {
        if (json == null) {
            throw new SQLSyntaxErrorException("EVENTS needs a filter, such as '{\"kinds\":[1],\"limit\":20}'");
        }
        return switch (Codec.filter(json)) {
            case Decoded.Message<Filter>(Filter filter) -> filter;
            case Decoded.Malformed<Filter> malformed ->
                throw new SQLSyntaxErrorException("EVENTS can't read the filter " + json + ": " + malformed.reason()
                        + " at " + malformed.subject());
        };
    }
}
