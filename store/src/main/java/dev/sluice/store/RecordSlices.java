package dev.sluice.store;

import java.util.ArrayList;
import java.util.List;
import org.h2.mvstore.Cursor;

/** Checks all records, so many in a slice as a slice may read. */
final class RecordSlices implements Slices<RecordCheck> {

    private final Terms terms;
    private long next;
    private boolean ended;

    RecordSlices(Terms terms) {
        this.terms = terms;
    }

    @Override
    public List<RecordCheck> next(Maps maps, Budget budget) {
        List<RecordCheck> checks = new ArrayList<>();
        Cursor<Long, byte[]> records = maps.records().cursor(next);
        while (!budget.isSpent() && records.hasNext()) {
            long seq = records.next();
            checks.add(RecordCheck.of(maps, terms, seq, records.getValue()));
            next = seq + 1;
            budget.spend();
        }
        ended = !records.hasNext();
        return checks;
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }
}
