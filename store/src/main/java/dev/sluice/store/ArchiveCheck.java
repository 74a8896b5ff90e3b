package dev.sluice.store;

import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.Event;
import dev.sluice.nostr.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Proves an archive: every record against every index, the indexes' sizes against the records, the rules, the ids, the
 * signatures of a sample or of all, coverage against the clock. Signatures are checked on the caller's thread.
 */
final class ArchiveCheck {

    /** So many signatures are enough to meet a fault of the program that wrote the archive. */
    private static final int SAMPLE = 1_000;

    private static final int MOST_DETAILS = 100;
    private static final long DAY = 86_400;

    private final List<String> details = new ArrayList<>();
    private final long stride;
    private long events;
    private long signatures;
    private long faults;
    private long postings;
    private long expiries;

    ArchiveCheck(long size, boolean allSignatures) {
        this.stride = allSignatures ? 1 : Math.max(1, size / SAMPLE);
    }

    void records(Scan<RecordCheck> scan, LongConsumer progress) throws InterruptedException {
        for (List<RecordCheck> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            slice.forEach(this::record);
            progress.accept(events);
        }
    }

    private void record(RecordCheck check) {
        events++;
        postings += check.postings();
        expiries += check.expires() ? 1 : 0;
        check.faults().forEach(this::fault);
        if (check.event() != null && events % stride == 0) {
            signature(check.event());
        }
    }

    private void signature(Event event) {
        signatures++;
        Optional<Verification.Fault> fault = Verification.check(event);
        fault.ifPresent(what -> fault("event " + event.id() + " does not verify: "
                + switch (what) {
                    case ID -> "its id is not that of its content";
                    case SIGNATURE -> "its signature is wrong";
                }));
    }

    /** What is left over in an index is found by its size, since nothing is missing. */
    boolean sizes(Maps maps) {
        size("heads", maps.heads().sizeAsLong(), events);
        size("ids", maps.ids().sizeAsLong(), events);
        size("the inverted index", maps.postings().sizeAsLong(), postings);
        size("expiries", maps.expiries().sizeAsLong(), expiries);
        return faults == 0;
    }

    private void size(String index, long size, long expected) {
        if (size != expected) {
            fault(index + " should have " + expected + " entries and has " + size);
        }
    }

    void coverage(EventArchive archive, long now) throws InterruptedException {
        Scan<CoverageEntry> scan = archive.allCoverage();
        for (List<CoverageEntry> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            for (CoverageEntry entry : slice) {
                long end = end(entry.coverage());
                if (end > now + DAY) {
                    fault("coverage of " + entry.key().relay() + " speaks of the future: " + end);
                }
            }
        }
    }

    private static long end(Coverage coverage) {
        long complete = coverage.complete().map(Coverage.Interval::to).orElse(0L);
        return Math.max(complete, coverage.walk().map(Coverage.Walk::start).orElse(0L));
    }

    private void fault(String detail) {
        faults++;
        if (details.size() < MOST_DETAILS) {
            details.add(detail);
        }
    }

    ArchiveReport report() {
        return new ArchiveReport(events, signatures, faults, details);
    }
}
