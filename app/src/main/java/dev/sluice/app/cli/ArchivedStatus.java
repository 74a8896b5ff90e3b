package dev.sluice.app.cli;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import dev.sluice.app.status.Cut;
import dev.sluice.app.status.StatusTable;
import dev.sluice.app.text.JsonObject;
import dev.sluice.archive.Catalogue;
import dev.sluice.archive.Coverage;
import dev.sluice.archive.CoverageEntry;
import dev.sluice.archive.EventArchive;
import dev.sluice.archive.Scan;
import dev.sluice.nostr.RelayUrl;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** What an archive and its catalogue tell of relays while nothing runs. */
record ArchivedStatus(Path folder, EventArchive.Statistics archive, List<Known> relays) {

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    /**
     * One relay.
     *
     * @param lastMet in seconds; empty when the catalogue does not know it
     * @param values whose history is known in part or whole; a filter that stands alone counts as one
     * @param complete of these, all of them is here
     * @param oldestOpen since when the oldest walk has been open that has not met what is held
     */
    record Known(RelayUrl relay, OptionalLong lastMet, int values, int complete, OptionalLong oldestOpen) {

        private static Known of(RelayUrl relay) {
            return new Known(relay, OptionalLong.empty(), 0, 0, OptionalLong.empty());
        }

        private Known met(long when) {
            return new Known(relay, OptionalLong.of(when), values, complete, oldestOpen);
        }

        private Known with(Coverage coverage) {
            boolean whole = coverage.walk().isEmpty() && coverage.complete().isPresent();
            OptionalLong oldest = coverage.walk().isEmpty()
                    ? oldestOpen
                    : OptionalLong.of(Math.min(coverage.walk().get().start(), oldestOpen.orElse(Long.MAX_VALUE)));
            return new Known(relay, lastMet, values + 1, complete + (whole ? 1 : 0), oldest);
        }
    }

    /** Reads an archive and its catalogue. Blocks for the disk. */
    static ArchivedStatus of(Path folder, EventArchive archive, Catalogue catalogue) throws InterruptedException {
        SortedMap<String, Known> known = new TreeMap<>();
        for (Catalogue.Met met : catalogue.relays()) {
            known.put(met.relay().toString(), Known.of(met.relay()).met(met.lastMet()));
        }
        Scan<CoverageEntry> scan = archive.allCoverage();
        for (List<CoverageEntry> slice = scan.next(); !slice.isEmpty(); slice = scan.next()) {
            for (CoverageEntry entry : slice) {
                RelayUrl relay = entry.key().relay();
                known.merge(
                        relay.toString(),
                        Known.of(relay).with(entry.coverage()),
                        (before, one) -> before.with(entry.coverage()));
            }
        }
        return new ArchivedStatus(folder, archive.statistics(), List.copyOf(known.values()));
    }

    JsonObject json() {
        return new JsonObject()
                .put("running", false)
                .put("archive", new JsonObject().put("events", archive.events()).put("bytes", archive.fileBytes()))
                .put("relays", relays.stream().map(ArchivedStatus::json).toList());
    }

    private static JsonObject json(Known known) {
        JsonObject json = new JsonObject()
                .put("relay", known.relay().toString())
                .put("values", known.values())
                .put("complete", known.complete());
        known.lastMet().ifPresent(when -> json.put("last_met", when));
        known.oldestOpen().ifPresent(when -> json.put("oldest_open", when));
        return json;
    }

    List<String> words() {
        List<String> lines = new ArrayList<>();
        lines.add(text("nothing runs in %s", folder));
        lines.add(text("archive: %,d events, %,.1f MB", archive.events(), archive.fileBytes() / 1e6));
        if (!relays.isEmpty()) {
            lines.add("");
            lines.add(text("%-45s %-16s %9s  %s", "relay", "last used", "complete", "oldest open walk"));
            relays.forEach(known -> lines.add(text(
                            "%-45s %-16s %4d/%-4d  %s",
                            Cut.middle(known.relay().toString(), 45),
                            moment(known.lastMet()),
                            known.complete(),
                            known.values(),
                            moment(known.oldestOpen()))
                    .stripTrailing()));
        }
        return lines.stream().map(line -> Cut.end(line, StatusTable.WIDTH)).toList();
    }

    private static String moment(OptionalLong seconds) {
        return seconds.isEmpty() ? "" : MINUTE.format(Instant.ofEpochSecond(seconds.getAsLong()));
    }

    @FormatMethod
    private static String text(@FormatString String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
