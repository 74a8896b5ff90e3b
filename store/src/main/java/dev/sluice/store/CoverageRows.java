package dev.sluice.store;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import java.sql.Types;
import org.h2.engine.Constants;
import org.h2.tools.SimpleResultSet;
import org.jspecify.annotations.Nullable;

/** Coverage as rows of SQL. */
record CoverageRows() implements RowSource.Rows<CoverageEntry> {

    static void columns(SimpleResultSet table) {
        table.addColumn("RELAY", Types.VARCHAR, Constants.MAX_STRING_LENGTH, 0);
        table.addColumn("BASE", Types.VARCHAR, Constants.MAX_STRING_LENGTH, 0);
        table.addColumn("VALUE", Types.VARCHAR, Constants.MAX_STRING_LENGTH, 0);
        table.addColumn("COMPLETE_FROM", Types.BIGINT, 0, 0);
        table.addColumn("COMPLETE_TO", Types.BIGINT, 0, 0);
        table.addColumn("WALK_CURSOR", Types.BIGINT, 0, 0);
        table.addColumn("WALK_START", Types.BIGINT, 0, 0);
    }

    @Override
    public @Nullable Object[] row(CoverageEntry entry, long before) {
        Coverage coverage = entry.coverage();
        return new @Nullable Object[] {
            entry.key().relay().toString(),
            entry.key().base(),
            entry.key().value(),
            coverage.complete().map(Coverage.Interval::from).orElse(null),
            coverage.complete().map(Coverage.Interval::to).orElse(null),
            coverage.walk().map(Coverage.Walk::cursor).orElse(null),
            coverage.walk().map(Coverage.Walk::start).orElse(null)
        };
    }
}
