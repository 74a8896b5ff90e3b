package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import dev.sluice.sync.SyncReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a sync has ended. */
record SyncSummary(SyncReport report, double seconds) {

    JsonObject json() {
        return new JsonObject()
                .put("have", report.have())
                .put("need", report.need())
                .put("downloaded", report.downloaded())
                .put("uploaded", report.uploaded())
                .put("skipped", report.skipped())
                .put("rejected", report.rejected())
                .put("rounds", report.rounds())
                .put("bytes_in", report.bytesIn())
                .put("bytes_out", report.bytesOut())
                .put("seconds", Math.round(seconds * 1000) / 1000.0)
                .put("complete", report.complete())
                .put("reason", report.reason());
    }

    List<String> words() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "the relay lacked %,d events, the archive %,d: %,d downloaded, %,d uploaded, %,d skipped, %,d rejected",
                report.have(),
                report.need(),
                report.downloaded(),
                report.uploaded(),
                report.skipped(),
                report.rejected()));
        lines.add(String.format(
                Locale.ROOT,
                "%,d messages, %,d bytes in, %,d bytes out, %.1f s",
                report.rounds(),
                report.bytesIn(),
                report.bytesOut(),
                seconds));
        if (!report.complete()) {
            lines.add("incomplete: " + report.reason());
        }
        return lines;
    }
}
