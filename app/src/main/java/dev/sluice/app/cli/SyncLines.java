package dev.sluice.app.cli;

import dev.sluice.sync.SyncReport;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** How far a sync is, in one line for what it does now. One thread at a time uses it. */
final class SyncLines implements Display.Source {

    private final Supplier<SyncReport> snapshots;
    private final Meter downloads;
    private final Meter uploads;

    SyncLines(Supplier<SyncReport> snapshots, long startNanos) {
        this.snapshots = snapshots;
        this.downloads = new Meter("downloading", startNanos, 0);
        this.uploads = new Meter("uploading", startNanos, 0);
    }

    @Override
    public List<String> lines(long nowNanos, boolean end) {
        SyncReport now = snapshots.get();
        return List.of(
                switch (now.phase()) {
                    case DIALLING -> "dialling";
                    case RECONCILING -> reconciling(now);
                    case PAGING -> downloads.line(nowNanos, Reading.open(now.downloaded(), "events", "paging"));
                    case DOWNLOADING ->
                        downloads.line(nowNanos, reading(now.downloaded(), now.need(), reconciling(now)));
                    case UPLOADING -> uploads.line(nowNanos, reading(now.uploaded(), now.have(), reconciling(now)));
                    case ENDED -> reconciling(now);
                });
    }

    private static Reading reading(long done, long of, String detail) {
        OptionalDouble fraction = of == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) done / of);
        return new Reading(done, "events", fraction, detail);
    }

    private static String reconciling(SyncReport now) {
        return String.format(
                Locale.ROOT, "reconciled in %,d messages: need %,d, have %,d", now.rounds(), now.need(), now.have());
    }
}
