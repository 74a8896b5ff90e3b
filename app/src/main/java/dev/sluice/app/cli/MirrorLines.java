package dev.sluice.app.cli;

import dev.sluice.app.status.StatusTable;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.sync.Progress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** One line for each relay of a mirror. One thread at a time uses it. */
final class MirrorLines implements Display.Source {

    /** More do not fit a screen: the rest is summed up. */
    private static final int MAX_LINES = 20;

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Supplier<Progress> snapshots;
    private final long startNanos;
    private final Map<RelayUrl, Meter> meters = new HashMap<>();

    MirrorLines(Supplier<Progress> snapshots, long startNanos) {
        this.snapshots = snapshots;
        this.startNanos = startNanos;
    }

    @Override
    public List<String> lines(long nowNanos, boolean end) {
        List<Progress.Relay> relays = snapshots.get().relays();
        List<String> lines = new ArrayList<>();
        for (Progress.Relay relay : relays.subList(0, Math.min(relays.size(), MAX_LINES))) {
            Meter meter = meters.computeIfAbsent(relay.relay(), url -> new Meter(url.toString(), startNanos, 0));
            Reading reading = Reading.open(relay.stored(), "stored", detail(relay));
            lines.add(end ? meter.end(nowNanos, reading) : meter.line(nowNanos, reading));
        }
        if (relays.size() > MAX_LINES) {
            lines.add("and " + (relays.size() - MAX_LINES) + " more relays");
        }
        return lines;
    }

    private static String detail(Progress.Relay relay) {
        StringBuilder detail = new StringBuilder(StatusTable.state(relay.state()));
        if (relay.duplicate() > 0) {
            detail.append(String.format(Locale.ROOT, ", %,d duplicate", relay.duplicate()));
        }
        if (relay.refused() > 0) {
            detail.append(String.format(Locale.ROOT, ", %,d refused", relay.refused()));
        }
        if (relay.notLive() > 0) {
            detail.append(String.format(Locale.ROOT, ", %,d filters not live", relay.notLive()));
        }
        long ended =
                relay.walks().stream().filter(walk -> walk.end().isPresent()).count();
        detail.append(String.format(
                Locale.ROOT, ", history %d of %d ended", ended, relay.walks().size()));
        OptionalLong newestOpen = relay.walks().stream()
                .filter(walk -> walk.end().isEmpty())
                .flatMapToLong(walk -> walk.oldest().stream())
                .max();
        newestOpen.ifPresent(
                second -> detail.append(", back to ").append(MINUTE.format(Instant.ofEpochSecond(second))));
        return detail.toString();
    }
}
