package dev.sluice.store;

import dev.sluice.archive.EventArchive.Encoded;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Event;
import java.sql.SQLException;
import java.sql.Types;
import java.util.function.Consumer;
import org.h2.engine.Constants;
import org.h2.tools.SimpleResultSet;
import org.jspecify.annotations.Nullable;

/**
 * Events as rows of SQL, up to a number.
 *
 * @param limit rows after which the table ends
 * @param warnings told when there are more
 */
record EventRows(long limit, Consumer<String> warnings) implements RowSource.Rows<Encoded> {

    /** Digits of an id or a key. */
    private static final int HEX_LENGTH = 64;

    /** Lengths count: a table made from a query takes them over. */
    static void columns(SimpleResultSet table) {
        table.addColumn("ID", Types.VARCHAR, HEX_LENGTH, 0);
        table.addColumn("PUBKEY", Types.VARCHAR, HEX_LENGTH, 0);
        table.addColumn("CREATED_AT", Types.BIGINT, 0, 0);
        table.addColumn("KIND", Types.INTEGER, 0, 0);
        table.addColumn("CONTENT", Types.VARCHAR, Constants.MAX_STRING_LENGTH, 0);
        table.addColumn("TAGS", Types.VARCHAR, Constants.MAX_STRING_LENGTH, 0);
        table.addColumn("RAW", Types.VARCHAR, Constants.MAX_STRING_LENGTH, 0);
    }

    @Override
    public @Nullable Object @Nullable [] row(Encoded encoded, long before) throws SQLException {
        if (before == limit) {
            warnings.accept("EVENTS gave the newest " + limit + " events of a filter without a limit and left out the"
                    + " others: write \"limit\" into the filter to have as many as you want");
            return null;
        }
        Event event = decoded(encoded);
        return new Object[] {
            event.id().hex(),
            event.pubkey().hex(),
            event.createdAt(),
            event.kind(),
            event.content(),
            Codec.encodeTags(event.tags()),
            encoded.json()
        };
    }

    private static Event decoded(Encoded encoded) throws SQLException {
        return switch (Codec.event(encoded.json())) {
            case Decoded.Message<Event>(Event event) -> event;
            case Decoded.Malformed<Event> malformed ->
                throw new SQLException("event " + encoded.id() + " is damaged: " + malformed.reason());
        };
    }
}
