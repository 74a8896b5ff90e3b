package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import dev.sluice.nostr.Codec;
import dev.sluice.sync.Progress;
import dev.sluice.sync.WalkReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a mirror has ended.
 *
 * @param events what the archive holds now
 */
record MirrorSummary(Progress progress, List<WalkReport> reports, long events) {

    MirrorSummary {
        reports = List.copyOf(reports);
    }

    /** Whether everything that the relays hold is here. */
    boolean complete() {
        return reports.stream().allMatch(report -> report.end().confirms());
    }

    JsonObject json() {
        return new JsonObject()
                .put("events", events)
                .put("complete", complete())
                .put("relays", progress.relays().stream().map(this::json).toList());
    }

    List<String> words() {
        List<String> lines = new ArrayList<>();
        for (Progress.Relay relay : progress.relays()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%s: %,d received, %,d stored, %,d duplicate, %,d refused",
                    relay.relay(),
                    relay.received(),
                    relay.stored(),
                    relay.duplicate(),
                    relay.refused()));
            walks(relay).forEach(report -> lines.add("  " + report.end() + "  " + Codec.encode(report.filter())));
        }
        lines.add(String.format(Locale.ROOT, "the archive holds %,d events", events));
        return lines;
    }

    private JsonObject json(Progress.Relay relay) {
        return new JsonObject()
                .put("relay", relay.relay().toString())
                .put("received", relay.received())
                .put("stored", relay.stored())
                .put("duplicate", relay.duplicate())
                .put("refused", relay.refused())
                .put("pages", relay.pages())
                .put("walks", walks(relay).stream().map(MirrorSummary::json).toList());
    }

    private static JsonObject json(WalkReport report) {
        return new JsonObject()
                .raw("filter", Codec.encode(report.filter()))
                .put("end", report.end().name());
    }

    private List<WalkReport> walks(Progress.Relay relay) {
        return reports.stream()
                .filter(report -> report.relay().equals(relay.relay()))
                .toList();
    }
}
